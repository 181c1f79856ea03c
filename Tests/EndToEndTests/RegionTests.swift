import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("Regions with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct RegionTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon() async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        try ScriptedClient(daemon).authorize(Self.app, .authorizedAlways)
        return daemon
    }

    @Test("are told in Swift, once each, and outlive the service")
    func library() async throws {
        let daemon = try await daemon()
        let monitor = try Monitor("places", of: Self.app, on: WaymarkService(socketPath: daemon.socketPath))
        let home = try #require(Coordinate(latitudeDegrees: 52.52, longitudeDegrees: 13.405))
        try await monitor.add(.circle(center: home, radiusMeters: 200), identifier: "home")
        let triangle = #"{"type":"Polygon","coordinates":[[[13,52],[14,52],[13.5,53],[13,52]]]}"#
        try await monitor.add(.geoJSON(triangle), identifier: "town", assuming: .unsatisfied)
        var changes: Set<RegionChange> = []
        for try await update in monitor.updates {
            guard case .event(let event) = update, case .region(let change) = event.content else { continue }
            #expect(changes.insert(change).inserted, "nothing twice")
            if changes.count == 2 { break }
        }
        #expect(Set(changes.map(\.identifier)) == ["home", "town"])
        #expect(changes.allSatisfy { $0.monitor == "places" && $0.state == .satisfied })
        try await daemon.restart()
        #expect(try await monitor.records()["home"]?.condition == .circle(center: home, radiusMeters: 200))
        try await monitor.remove("town")
        #expect(try await monitor.records().keys.sorted() == ["home"])
    }

    /// Returns a polygon with so many corners, in a small circle.
    private static func polygon(corners: Int) -> RawJSON {
        var positions = (0..<corners).map { corner in
            let angle = Double(corner) / Double(corners) * 2 * .pi
            return "[\(13 + 0.1 * cos(angle)),\(52 + 0.1 * sin(angle))]"
        }
        positions.append(positions[0])
        return RawJSON(checked: #"{"type":"Polygon","coordinates":[[\#(positions.joined(separator: ","))]]}"#)
    }

    @Test("with many corners are listed in shorter pages, of which each has one at least")
    func longPages() async throws {
        let daemon = try await daemon()
        let client = try ScriptedClient(daemon)
        for (number, corners) in [600, 600, 1100, 400, 400].enumerated() {
            let (name, polygon) = ("r\(number)", Self.polygon(corners: corners))
            try client.call(
                MonitorInterface.AddRegion(app: Self.app, monitor: "m", identifier: name, geoJSON: polygon)
            )
        }
        var pages: [[String]] = []
        var next: String?
        repeat {
            let page = try client.call(MonitorInterface.ListRegions(app: Self.app, after: next))
            pages.append(page.regions.map(\.identifier))
            next = page.next
        } while next != nil && pages.count < 10
        #expect(pages == [["r0"], ["r1"], ["r2"], ["r3", "r4"]])
    }

    @Test("are added, listed, followed and removed by waymarkctl")
    func tool() async throws {
        let daemon = try await daemon()
        let tool = Tool(daemon)
        let home = ["region", "add", Self.app, "home", "--circle", "52.52,13.405,200m"]
        #expect(try await tool.run(home).output == "home: monitored from now on\n")
        let kept = try await tool.succeed("region", "add", "org.none.app", "x", "--circle", "48,7,500")
        #expect(kept.hasPrefix("x: kept, but not monitored now; 'waymarkctl explain org.none.app' says"))
        let polygon = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
        try folder.write(polygon, to: "island.geojson")
        let island = ["region", "add", Self.app, "island", "--geojson", "\(folder.path)/island.geojson"]
        #expect(try await tool.run(island + ["--assuming", "outside"]).ending == .status(0))
        let follower = try tool.start(["events", Self.app, "--follow", "--acknowledge"])
        try await waiting(until: "the event") { follower.output.contains("inside home of default") }
        let list = try await tool.succeed("region", "list", Self.app)
        #expect(list.contains("home") && list.contains("inside") && list.contains("circle 52.52,13.405,200m"))
        #expect(list.contains("island") && list.contains("outside") && list.contains("polygon"))
        #expect(try await tool.succeed("region", "remove", Self.app, "island") == "island: removed\n")
        let again = try await tool.succeed("region", "remove", Self.app, "island")
        #expect(again == "island: there was no such region\n")
        #expect(try await tool.json("region", "list", Self.app)["regions"].array.count == 1)
    }
}
