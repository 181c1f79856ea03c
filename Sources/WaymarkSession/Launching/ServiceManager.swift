import LinuxSystem
import LocationModel
import MessageBus

/// The systemd manager on a bus: that of the person's session, or that of the machine.
final class ServiceManager {
    private struct Unit {
        let name: String
        let changes: BusSubscription

        /// The job that starts it, until that has ended.
        var job: String?
        var run = UnitRun()
    }

    /// How long systemd waits for a program that it stops before it kills it, in microseconds.
    private static let timeToStop: UInt64 = 10_000_000

    private let systemd: Systemd
    private let ended: (_ unit: String, _ result: String) -> Void
    private var subscriptions: [BusSubscription] = []
    private var units: [String: Unit] = [:]

    /// Calls `ended` when a unit that was started runs no more, with systemd's word and the status, or with nothing.
    init(on bus: MessageBus, _ ended: @escaping (_ unit: String, _ result: String) -> Void) {
        systemd = Systemd(on: bus)
        self.ended = ended
    }

    // MARK: Units

    /// Starts a service, which must run as the user, if one is given, and follows it; returns `false` if it ran before.
    func start(_ unit: UnitName, as user: UInt32?) throws(BusError) -> Bool {
        try subscribe()
        let path = Self.path(of: unit.rawValue)
        try systemd.call("LoadUnit", .string(unit.rawValue))
        switch try systemd.property("LoadState", at: path)?.text {
        case "loaded": break
        case "not-found": throw BusError(name: Self.noSuchUnit, "there is no unit \(unit)")
        case let state: throw BusError(.failed, "the unit \(unit) is \(state ?? "unknown")")
        }
        if let user {
            let owner = try systemd.property("User", of: .service, at: path)?.text ?? ""
            guard UserDatabase.number(of: owner.isEmpty ? "0" : owner) == user else {
                throw BusError(name: Self.otherUser, "the unit \(unit) runs as another user")
            }
        }
        let state = try systemd.property("ActiveState", at: path)?.text
        if ["active", "activating", "reloading"].contains(state) { return false }
        try follow(unit) { () throws(BusError) in
            try systemd.call("StartUnit", .string(unit.rawValue), .string("replace"))
        }
        return true
    }

    /// Starts a command in a service of its own, which ends with this program's if that is wanted, and follows it.
    func start(
        _ command: [String],
        in unit: UnitName,
        description: String,
        environment: [String] = [],
        endsWithSession: Bool
    ) throws(BusError) {
        let words = command.map { BusValue.string($0) }
        guard let path = words.first else { return }
        let properties: [(String, BusValue)] = [
            ("Description", .string(description)),
            // The job fails if the program cannot be executed.
            ("Type", .string("exec")),
            ("Slice", .string("app.slice")),
            ("CollectMode", .string("inactive-or-failed")),
            // Also if that was killed and started again meanwhile.
            ("PartOf", .array(of: "s", endsWithSession ? [.string("waymark-session.service")] : [])),
            ("TimeoutStopUSec", .uint64(Self.timeToStop)),
            ("Environment", .array(of: "s", environment.map { .string($0) })),
            (
                "ExecStart",
                .array(of: "(sasb)", [.structure([path, .array(of: "s", words), .boolean(false)])])
            ),
        ]
        try subscribe()
        try follow(unit) { () throws(BusError) in
            try systemd.call(
                "StartTransientUnit",
                .string(unit.rawValue),
                .string("fail"),
                .array(of: "(sv)", properties.map { .structure([.string($0.0), .variant($0.1)]) }),
                .array(of: "(sa(sv))", [])
            )
        }
    }

    /// Stops a service; what comes of it is told later.
    func stop(_ unit: String) throws(BusError) {
        try systemd.send("StopUnit", .string(unit), .string("replace"))
    }

    // MARK: Signals

    /// Follows a unit, and has it started; signals about others never arrive.
    private func follow(
        _ unit: UnitName,
        _ start: () throws(BusError) -> [BusValue]
    ) throws(BusError) {
        let path = Self.path(of: unit.rawValue)
        let changes = try systemd.subscribe(toChangesOf: path) { [unowned self] in change($0) }
        units[path] = Unit(name: unit.rawValue, changes: changes)
        do throws(BusError) {
            let job = try start()
            units[path]?.job = job.first?.text
        } catch {
            units[path] = nil
            throw error
        }
    }

    private func subscribe() throws(BusError) {
        guard subscriptions.isEmpty else { return }
        // Without this the manager sends no signals.
        try systemd.call("Subscribe")
        subscriptions = [
            try systemd.subscribe(to: "JobRemoved") { [unowned self] in
                guard $0.arguments.count == 4, let job = $0.arguments[1].text,
                    let unit = $0.arguments[2].text, let result = $0.arguments[3].text
                else { return }
                finish(job, of: Self.path(of: unit), result)
            },
            // A transient unit goes when it has ended.
            try systemd.subscribe(to: "UnitRemoved") { [unowned self] in
                // A unit that was only looked at is removed too, and loaded again to be started.
                guard let path = $0.arguments.first?.text.map({ Self.path(of: $0) }),
                    units[path]?.run.hasBegun == true
                else { return }
                end(path)
            },
        ]
    }

    private func change(_ signal: BusMessage) {
        guard units[signal.path] != nil, signal.arguments.count >= 2 else { return }
        let values = signal.arguments[1]
        switch signal.arguments[0].text.flatMap(Systemd.UnitInterface.init) {
        case .service:
            guard let result = values[key: "Result"]?.text else { return }
            units[signal.path]?.run.note(result, status: values[key: "ExecMainStatus"]?.integer)
        case .unit:
            guard let state = values[key: "ActiveState"]?.text else { return }
            if units[signal.path]?.run.ends(with: state) == true { end(signal.path) }
        case nil: break
        }
    }

    /// Records the end of the job that starts a unit.
    ///
    /// systemd has many words for a job that did not start its unit, and calls one done whose unit's conditions are not
    /// met, so what counts is whether the unit has become active. It announces the unit's changes before the job's end.
    private func finish(_ job: String, of path: String, _ result: String) {
        guard units[path]?.job == job else { return }
        units[path]?.job = nil
        // What became of it since, and its end, are announced.
        guard units[path]?.run.hasBegun == false else { return }
        let state = try? systemd.property("ActiveState", at: path)?.text
        switch state {
        case nil, "inactive", "failed":
            end(path, result: result == "done" ? "a condition of the unit is not met" : result)
        default: units[path]?.run.hasBegun = true
        }
    }

    private func end(_ path: String, result: String = "") {
        guard let unit = units.removeValue(forKey: path) else { return }
        ended(unit.name, unit.run.result.isEmpty ? result : unit.run.result)
    }

    fileprivate static let noSuchUnit = "org.freedesktop.systemd1.NoSuchUnit"
    fileprivate static let otherUser = "io.waymark.OtherUser"

    /// Returns the object of a unit: every byte but letters and digits, and a digit at the start, is `_` and its code.
    private static func path(of unit: String) -> String {
        let digits = Array("0123456789abcdef")
        let escaped = unit.utf8.enumerated().map { index, byte -> String in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = character.isASCII && (character.isLetter || index > 0 && character.isNumber)
            return isPlain ? String(character) : "_\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
        return "/org/freedesktop/systemd1/unit/" + escaped.joined()
    }
}

struct LaunchProblem: Error {
    let fault: LaunchFault
    let message: String

    init(_ fault: LaunchFault, _ message: String) {
        self.fault = fault
        self.message = message
    }

    init(_ error: any Error) {
        guard let error = error as? BusError else {
            self = error as? LaunchProblem ?? LaunchProblem(.failed, "\(error)")
            return
        }
        let fault: LaunchFault =
            switch error.name {
            case ServiceManager.noSuchUnit: .notFound
            case ServiceManager.otherUser: .otherUser
            default:
                error.isKind(.serviceUnknown)
                    ? .notFound : error.isKind(.accessDenied) ? .notPermitted : .failed
            }
        self.init(fault, error.message.isEmpty ? error.name : error.message)
    }
}
