import LocationModel
import WaymarkEngine

/// The receivers of a scenario, with their present faults.
struct ReceiverBench {
    private struct Member {
        let receiver: any Receiver

        /// Whether time passes for it while the daemon has it off.
        let keepsTime: Bool

        /// The work of a run that each of its reports counts as.
        var work = 1
        var fault: ReceiverFault?

        /// The heading that it reports with each position, if it has a compass.
        var heading: Heading?

        /// Its latest state, which it reports again when it is switched on.
        var state: ReceiverState?
        var isOver = false
    }

    private var members: [Member] = []
    private(set) var areOn = false

    /// The reasons why recordings could not be played, or no further.
    private(set) var problems: [String] = []

    init(_ script: ScenarioScript, at beginning: Moment) {
        for source in script.sources {
            switch source.kind {
            case .machine(let accuracy, let interval):
                let receiver = MachineReceiver(
                    name: source.name,
                    journey: script.journey,
                    beginning: beginning,
                    accuracyMeters: accuracy,
                    interval: interval
                )
                members.append(Member(receiver: receiver, keepsTime: false))
            case .route:
                guard let drive = script.drive else { continue }
                let receiver = DriveReceiver(
                    name: source.name,
                    drive: drive,
                    beginning: beginning.instant
                )
                let echoes = drive.route.legs.lazy.map(\.echoes.count).max() ?? 0
                let disturbances = drive.shades.count + drive.jumps.count + echoes
                let work = ScenarioRun.work(
                    lookingAt: disturbances + drive.receiver.noise.components.count
                )
                members.append(Member(receiver: receiver, keepsTime: true, work: work))
            case .recording(let receiver):
                receiver.start(at: beginning)
                members.append(Member(receiver: receiver, keepsTime: true))
            }
        }
    }

    /// The names in the order of the identifiers.
    var names: [String] { members.map(\.receiver.name) }

    var nextDeadline: MonotonicInstant? {
        members.compactMap { $0.isOver ? nil : $0.receiver.nextDeadline }.min()
    }

    /// Switches all receivers on; returns what they report at once.
    mutating func start(at now: Moment) -> [(ReceiverIdentifier, ReceiverReport)] {
        areOn = true
        var reports: [(ReceiverIdentifier, ReceiverReport)] = []
        for (index, member) in members.enumerated() {
            if member.keepsTime {
                if let state = member.state { reports.append((ReceiverIdentifier(index), .state(state))) }
            } else {
                member.receiver.start(at: now)
            }
        }
        return reports
    }

    /// Switches all receivers off; returns what they report at once.
    mutating func stop() -> [(ReceiverIdentifier, ReceiverReport)] {
        areOn = false
        for member in members where !member.keepsTime { member.receiver.stop() }
        return members.indices.map { (ReceiverIdentifier($0), .state(.off)) }
    }

    /// Returns what the receivers report now; nothing while they are off.
    ///
    /// It subtracts its work from `work`, and stops early when nothing is left.
    mutating func advance(
        at now: Moment,
        within work: inout Int
    ) -> [(ReceiverIdentifier, ReceiverReport)] {
        var reports: [(ReceiverIdentifier, ReceiverReport)] = []
        for index in members.indices {
            while !members[index].isOver, let due = members[index].receiver.nextDeadline, due <= now.instant,
                work > 0
            {
                work -= members[index].work
                for report in members[index].receiver.advance(at: now) {
                    if case .state(let state) = report {
                        members[index].state = state
                        switch state {
                        case .ended: members[index].isOver = true
                        case .absent(let problem, retryAt: nil):
                            problems.append(problem.description)
                            members[index].isOver = true
                        default: break
                        }
                    }
                    guard areOn, let faulty = apply(members[index].fault, to: report, at: now) else {
                        continue
                    }
                    reports.append((ReceiverIdentifier(index), faulty))
                    if case .epoch = report, let heading = members[index].heading {
                        reports.append(
                            (ReceiverIdentifier(index), .heading(heading, observedAt: now.instant))
                        )
                    }
                }
            }
        }
        return reports
    }

    /// Sets a receiver's fault, and returns what it reports at once.
    mutating func set(
        _ fault: ReceiverFault?,
        of index: Int,
        at now: Moment
    ) -> [(ReceiverIdentifier, ReceiverReport)] {
        members[index].fault = fault
        guard areOn else { return [] }
        let receiver = ReceiverIdentifier(index)
        switch fault {
        case .lost: return [(receiver, .state(.lost(.noPosition, lastFixAt: now.instant)))]
        case .silent: return [(receiver, .state(.lost(.silent(for: .seconds(5)), lastFixAt: now.instant)))]
        default: return [(receiver, .state(.fixed))]
        }
    }

    /// Points the compass of a receiver somewhere, or silences it; it reports with each position.
    mutating func turn(_ index: Int, to heading: Heading?) { members[index].heading = heading }

    private func apply(_ fault: ReceiverFault?, to report: ReceiverReport, at now: Moment) -> ReceiverReport?
    {
        guard let fault, case .epoch(.fix(var fix), let observedAt) = report else { return report }
        switch fault {
        case .silent: return nil
        case .lost: return .epoch(.noFix(time: fix.time), observedAt: observedAt)
        case .displaced(let east, let north):
            fix.coordinate = fix.coordinate.offset(eastMeters: east, northMeters: north)
        case .accuracy(let meters):
            fix.accuracy = FixAccuracy(
                horizontal68Meters: meters,
                horizontal95Meters: meters * MachineReceiver.radius95,
                source: .standardDeviations
            )
        }
        return .epoch(.fix(fix), observedAt: observedAt)
    }
}
