import LinuxSystem
import LocationModel
import SealedDatabase
import StateStore
import WaymarkEngine

/// The time of authorization decisions on a machine with many apps.
struct AuthorizationBenchmark {
    let folder: String
    let report: Report

    func run(appCount: Int) throws {
        let keySource = KeySource(keyFile: nil, credentialsDirectory: nil)
        let population = try Population(appCount: appCount)
        do {
            let store = try StateStore.open(directory: folder, keySource: keySource).store
            try store.commit(population.changes)
        }
        let start = Moment(
            instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(1000)),
            utc: UTCInstant(secondsSince1970: 1_790_000_000)
        )
        var engine = Engine(at: start)
        let starting = try Costs(of: 5) {
            let opened = try StateStore.open(directory: folder, keySource: keySource)
            engine = Engine(state: opened.state, at: start)
            _ = engine.handle(.deadlineReached, at: start)
        }
        report.figure("start-up with \(appCount) apps and grants", starting.wall.median * 1e3, "ms")

        let caller = Caller(user: Population.user)
        var calls: UInt64 = 0
        func call(_ command: Command) {
            calls += 1
            _ = engine.handle(.called(command, by: caller, call: CallIdentifier(calls)), at: start)
        }
        var number = 0
        let deciding = try Costs(of: 1000) {
            number = number % appCount + 1
            let choice: AuthorizationChoice = number.isMultiple(of: 2) ? .denied : .authorizedWhenInUse
            call(.authorize(try Population.app(number), SettingsChange(status: choice)))
        }
        report.figure("one decision among \(appCount) apps, median", deciding.wall.median * 1e6, "µs")
        report.figure(
            "one decision among \(appCount) apps, 99 of 100 within",
            deciding.wall.percentile99 * 1e6,
            "µs"
        )
        var isOn = true
        let switching = Costs(of: 10) {
            isOn.toggle()
            call(.switchServices(isOn: isOn, user: Population.user))
        }
        report.figure("the switch for all \(appCount)", switching.wall.median * 1e3, "ms")
        let listing = Costs(of: 5) { _ = engine.apps(visibleTo: caller) }
        report.figure("the list of all \(appCount)", listing.wall.median * 1e3, "ms")
    }
}
