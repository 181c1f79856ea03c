import LinuxSystem
import LocationModel
import SealedDatabase
import StateStore
import WaymarkEngine

/// The time to load the state, to make a change durable, and to decide something in so much state.
struct StoreBenchmark {
    let folder: String
    let report: Report

    func run(appCount: Int) throws {
        let keySource = KeySource(keyFile: nil, credentialsDirectory: nil)
        let clock = { UTCInstant(secondsSince1970: 1_790_000_000) }
        func opened() throws -> StateStore.Opened {
            try StateStore.open(directory: folder, keySource: keySource, clock: clock)
        }
        let population = try Population(appCount: appCount)
        var stored = try opened().state
        try opened().store.commit(population.changes)
        let opening = try Costs(of: 5) {
            stored = try opened().state
        }
        guard stored == population.state else { throw SystemError("open", on: folder, code: 5) }
        report.figure("open with \(appCount) apps", opening.wall.median * 1e3, "ms")

        let store = try opened().store
        var changes = population.changes.filter { if case .timeline = $0 { true } else { false } }[...]
        let commits = try Costs(of: 500) {
            if let change = changes.popFirst() { try store.commit([change]) }
        }
        report.figure("commit of one timeline, median", commits.wall.median * 1e3, "ms")
        report.figure("commit of one timeline, 99 of 100 within", commits.wall.percentile99 * 1e3, "ms")

        var engine = Engine(state: stored, at: .start)
        _ = engine.handle(.deadlineReached, at: .start)
        let caller = Caller(user: Population.user)
        var number = 0
        let deciding = try Costs(of: 1000) {
            number = number % appCount + 1
            let choice: AuthorizationChoice = number.isMultiple(of: 2) ? .denied : .authorizedWhenInUse
            let command = Command.authorize(try Population.app(number), SettingsChange(status: choice))
            _ = engine.handle(.called(command, by: caller, call: CallIdentifier(UInt64(number))), at: .start)
        }
        report.figure("one decision among \(appCount) apps, median", deciding.wall.median * 1e6, "µs")
    }
}
