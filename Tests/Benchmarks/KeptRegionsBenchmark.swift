import CTestSupport
import LinuxSystem
import LocationModel
import Regions
import SealedDatabase
import StateStore
import WaymarkEngine

/// What regions cost that an app monitors: in the store, and when the engine starts with them.
struct KeptRegionsBenchmark {
    let folder: String
    let report: Report

    func run(regionCount: Int) throws {
        let app = try Population.app(1)
        let keySource = KeySource(keyFile: nil, credentialsDirectory: nil)
        let clock = { UTCInstant(secondsSince1970: 1_790_000_000) }
        func opened() throws -> StateStore.Opened {
            try StateStore.open(directory: folder, keySource: keySource, clock: clock)
        }
        var store: StateStore? = try opened().store
        let names = try regions(of: app, count: regionCount)
        try store?.commit([.grant(app, Grant(status: .authorizedAlways))])
        for start in stride(from: 0, to: names.count, by: 10_000) {
            try store?.commit(names[start...].prefix(10_000).map { .region($0.number, $0.region) })
        }
        store = nil

        let before = allocated_bytes()
        var simulation: Simulation?
        let opening = try Cost.of {
            let state = try opened().state
            simulation = Simulation(settings: EngineSettings(), state: state, at: .start)
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
        return try RegionBenchmark.circles(count: count).enumerated().map { number, circle in
            guard let identifier = RegionIdentifier("place-\(number)") else {
                throw SystemError("region", code: 22)
            }
            let name = RegionName(app: app, monitor: monitor, identifier: identifier)
            let region = SavedRegion(name, .area(.circle(circle)), assumingInside: false)
            return (RegionNumber(UInt64(number + 1)), region)
        }
    }
}
