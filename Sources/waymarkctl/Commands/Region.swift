import CommandLineTool
import LinuxSystem
import LocationModel
import Regions
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let region = Command(
        name: "region",
        summary: "monitor circles, polygons and beacons that the machine comes to and leaves",
        operands: "add APP NAME | remove APP NAME | list APP",
        options: areaOptions("with add: ") + [
            .init(
                "assuming",
                value: .word(["inside", "outside"]),
                "with add: the state to assume; an event comes only if it is wrong"
            ),
            .init("monitor", value: .text("MONITOR"), "the app's monitor; without it, 'default'"),
        ],
        details: """
            add      monitor a region for an app, in place of one of the same name
            remove   stop monitoring it
            list     print the app's regions, of all monitors

            'waymarkctl events APP --follow' prints when regions are entered and left.
            """
    ) { invocation in
        switch invocation.operands[0] {
        case "add": try add(invocation)
        case "remove": try remove(invocation)
        default: try list(invocation)
        }
    }

    static func areaOptions(_ condition: String) -> [CommandOption] {
        [
            .init("circle", value: .text("LAT,LON,RADIUS"), "\(condition)a circle, such as 48.1,11.5,200m"),
            .init("geojson", value: .path("FILE"), "\(condition)a polygon from a GeoJSON file"),
            .init(
                "beacons",
                value: .text("UUID[,MAJOR[,MINOR]]"),
                "\(condition)inside while one of these beacons is in range"
            ),
        ]
    }

    private static func add(_ invocation: Invocation) throws {
        var call = MonitorInterface.AddRegion(
            app: invocation.operands[1],
            monitor: invocation.line.value(of: "monitor") ?? "default",
            identifier: invocation.operands[2]
        )
        guard try setArea(of: &call, invocation) else {
            throw Failure.usage("give --circle, --geojson or --beacons")
        }
        guard ServiceConnection.fits(call) else {
            throw Failure.refused("the polygon is too large for a message; simplify it")
        }
        try invocation.show(call) { _ in
            let (app, name) = (call.app.harmless, call.identifier.harmless)
            let all = try invocation.service.regions(of: call.app, named: call.identifier)
            let isIdle = all.contains { $0.monitor == call.monitor && $0.state == .unmonitored }
            try invocation.output.line(
                isIdle
                    ? "\(name): kept, but not monitored now; 'waymarkctl explain \(app)' says what \(app) lacks"
                    : "\(name): monitored from now on"
            )
        }
    }

    private static func remove(_ invocation: Invocation) throws {
        let call = MonitorInterface.RemoveRegion(
            app: invocation.operands[1],
            monitor: invocation.line.value(of: "monitor") ?? "default",
            identifier: invocation.operands[2]
        )
        let all = try invocation.service.regions(of: call.app, named: call.identifier)
        let outcome = all.contains { $0.monitor == call.monitor } ? "removed" : "there was no such region"
        try invocation.show(call, saying: "\(call.identifier.harmless): \(outcome)")
    }

    /// Sets the area and the state to assume from the options; returns `false` if they describe no area.
    static func setArea(of call: inout MonitorInterface.AddRegion, _ invocation: Invocation) throws -> Bool {
        let line = invocation.line
        if let state = line.value(of: "assuming") {
            call.assuming = state == "inside" ? .satisfied : .unsatisfied
        }
        switch (line.value(of: "circle"), line.value(of: "geojson"), line.value(of: "beacons")) {
        case (let text?, nil, nil): call.circle = try circle(text)
        case (nil, let path?, nil): call.geoJSON = try geoJSON(path)
        case (nil, nil, let text?): call.beacons = .init(try BeaconCondition(operand: text))
        case (nil, nil, nil): return false
        default: throw Failure.usage("--circle, --geojson and --beacons exclude each other")
        }
        return true
    }

    private static func circle(_ text: String) throws -> MonitorInterface.Circle {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            let radius = Quantity.meters(parts[2]), latitude.isFinite, longitude.isFinite
        else {
            throw Failure.usage("'\(text)' is not LAT,LON,RADIUS, such as 48.1,11.5,200m")
        }
        return .init(latitudeDegrees: latitude, longitudeDegrees: longitude, radiusMeters: radius)
    }

    private static func geoJSON(_ path: String) throws -> RawJSON {
        let bytes = try contentsOfFile(path, atMost: 1 << 20)
        do throws(JSONError) { return RawJSON(try JSONObject(bytes)) } catch {
            throw Failure.refused("\(path.harmless): no JSON object: \("\(error)".harmless)")
        }
    }

    private static func list(_ invocation: Invocation) throws {
        let app = invocation.operands[1]
        try invocation.showAll(MonitorInterface.ListRegions(app: app)) { reply in
            for region in reply.regions { try invocation.output.line(line(for: region)) }
            if reply.regions.isEmpty { try invocation.output.line("\(app.harmless) monitors no regions") }
        }
    }

    private static func line(for region: MonitorInterface.Region) -> String {
        let area =
            region.circle.map {
                "circle \($0.latitudeDegrees),\($0.longitudeDegrees),\(Int(clamping: $0.radiusMeters.rounded()))m"
            }
            ?? region.beacons.map { beacons in
                ([beacons.uuid] + [beacons.major, beacons.minor].compactMap { $0.map(String.init) })
                    .joined(separator: ",").harmless
            }
        return region.monitor.padded(to: 12) + "  " + region.identifier.harmless.padded(to: 20) + "  "
            + region.state.words.padded(to: 13) + "  " + (area ?? "polygon")
    }
}

extension Service {
    /// Returns the app's regions with a name, one of each monitor at most.
    func regions(of app: String, named name: String) throws(ClientError) -> [MonitorInterface.Region] {
        try callForAllPages(MonitorInterface.ListRegions(app: app)).value.regions
            .filter { $0.identifier == name }
    }
}

extension RegionState {
    var words: String {
        switch self {
        case .satisfied: "inside"
        case .unsatisfied: "outside"
        case .unknown: "unknown"
        case .unmonitored: "not monitored"
        }
    }
}

extension MonitorInterface.Region {
    var shape: RegionShape? { RegionShape(circle, geoJSON) }
}

extension RegionShape {
    /// Creates the shape of a region; `nil` for that of a beacon.
    init?(_ circle: MonitorInterface.Circle?, _ geoJSON: RawJSON?) {
        if let circle, let center = circle.coordinate,
            let shape = CircleShape(center: center, radiusMeters: circle.radiusMeters)
        {
            self = .circle(shape)
        } else if let geoJSON, let shape = try? PolygonShape(geoJSON: geoJSON.object) {
            self = .polygons(shape)
        } else {
            return nil
        }
    }
}
