import CAllocations
import LinuxSystem
import LocationModel
import Regions
import RouteSimulator
import SealedDatabase
import StateStore
import WaymarkEngine

/// What regions cost that an app monitors: in the store, and when the engine starts with them.
///
/// The circles have radii of 100 m to a kilometre and lie anywhere in a square of a thousand kilometres.
struct KeptRegionsBenchmark {
    private static let sideMeters = 1_000_000.0

    let folder: String
    let report: Report

    func run(regionCount: Int) throws {
        let app = try Population.app(1)
        let keySource = KeySource(keyFile: nil, credentialsDirectory: nil)
        var store: StateStore? = try StateStore.open(directory: folder, keySource: keySource).store
        let names = try regions(of: app, count: regionCount)
        try store?.commit([.grant(app, Grant(status: .authorizedAlways))])
        var rest = names[...]
        while !rest.isEmpty {
            let piece = rest.prefix(10_000)
            rest.removeFirst(piece.count)
            try store?.commit(piece.map { .region($0.number, $0.region) })
        }
        store = nil

        let before = allocated_bytes()
        var simulation: Simulation?
        let opening = try Cost.of {
            let state = try StateStore.open(directory: folder, keySource: keySource).state
            let start = Moment(
                instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(1000)),
                utc: UTCInstant(secondsSince1970: 1_790_000_000)
            )
            simulation = Simulation(settings: EngineSettings(), state: state, at: start)
        }
        report.figure("open it, and start the engine", opening.wall / .milliseconds(1), "ms")
        let memory = Double(allocated_bytes() - before) / Double(regionCount)
        report.figure("memory a region, with its name, state and app", memory, "bytes")
        withExtendedLifetime(simulation) {}
    }

    private func regions(of app: AppKey, count: Int) throws -> [(
        number: RegionNumber, region: SavedRegion
    )] {
        guard let monitor = MonitorName("places") else { throw SystemError("monitor", code: 22) }
        var random = SeededGenerator(seed: 1)
        return try (0..<count).map { number in
            let center = Coordinate.zurich.offset(
                eastMeters: .random(in: -Self.sideMeters / 2...Self.sideMeters / 2, using: &random),
                northMeters: .random(in: -Self.sideMeters / 2...Self.sideMeters / 2, using: &random)
            )
            guard let identifier = RegionIdentifier("place-\(number)"),
                let circle = CircleShape(
                    center: center,
                    radiusMeters: .random(in: 100...1000, using: &random)
                )
            else { throw SystemError("region", code: 22) }
            let name = RegionName(app: app, monitor: monitor, identifier: identifier)
            let region = SavedRegion(name, .area(.circle(circle)), assumingInside: false)
            return (RegionNumber(UInt64(number + 1)), region)
        }
    }
}
