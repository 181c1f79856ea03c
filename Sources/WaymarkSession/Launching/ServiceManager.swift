import LinuxSystem
import LocationModel
import MessageBus

/// The systemd manager on a bus: that of the person's session, or that of the machine.
final class ServiceManager {
    /// A closure to call when a unit no longer runs, with systemd's word and the status, or with nothing.
    typealias Ended = (_ result: String) -> Void

    private struct Unit {
        let path: String
        let changes: BusSubscription

        /// The job that starts it.
        let job: String?
        let ended: Ended

        /// Whether it runs or has run: it may be stopping at first, and the end of that earlier run is announced too.
        var hasBegun = false

        /// systemd's word and the status, if the run failed; it is announced before the state that it led to.
        var result = ""
    }

    let systemd: Systemd
    private var subscriptions: [BusSubscription] = []
    private var units: [String: Unit] = [:]

    init(on bus: MessageBus) { systemd = Systemd(on: bus) }

    // MARK: Units

    /// Starts a service, which must run as the user, if one is given, and follows it; returns `false` if it ran before.
    func start(_ unit: UnitName, as user: UInt32?, _ ended: @escaping Ended) throws -> Bool {
        let path = try load(unit)
        switch try systemd.property("LoadState", at: path)?.text {
        case "loaded": break
        case "not-found": throw LaunchProblem(.notFound, "there is no unit \(unit)")
        case let state: throw LaunchProblem(.failed, "the unit \(unit) is \(state ?? "unknown")")
        }
        if let user {
            let owner = try systemd.property("User", of: "Service", at: path)?.text ?? ""
            guard UserDatabase.number(of: owner.isEmpty ? "0" : owner) == user else {
                throw LaunchProblem(.otherUser, "the unit \(unit) runs as another user")
            }
        }
        let state = try systemd.property("ActiveState", at: path)?.text
        if ["active", "activating", "reloading"].contains(state) { return false }
        try follow(unit, at: path, ended) { () throws(BusError) in
            try systemd.call("StartUnit", .string(unit.rawValue), .string("replace"))
        }
        return true
    }

    /// Starts a command in a service of its own; with `ended` it is followed, and ends with this program's
    /// service.
    func start(
        _ command: [String],
        in unit: UnitName,
        _ description: String,
        _ environment: [String] = [],
        _ ended: Ended? = nil
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
            ("PartOf", .array(of: "s", ended == nil ? [] : [.string("waymark-session.service")])),
            // The time that systemd gives a program to stop before it kills it.
            ("TimeoutStopUSec", .uint64(10_000_000)),
            ("Environment", .array(of: "s", environment.map { .string($0) })),
            (
                "ExecStart",
                .array(of: "(sasb)", [.structure([path, .array(of: "s", words), .boolean(false)])])
            ),
        ]
        let start = { [systemd] () throws(BusError) in
            try systemd.call(
                "StartTransientUnit",
                .string(unit.rawValue),
                .string("fail"),
                .array(of: "(sv)", properties.map { .structure([.string($0.0), .variant($0.1)]) }),
                .array(of: "(sa(sv))", [])
            )
        }
        // A connection can subscribe only once, and other objects share this one.
        if let ended { try follow(unit, at: load(unit), ended, start) } else { _ = try start() }
    }

    /// Stops a service; its end is reported later.
    func stop(_ unit: String) throws(BusError) {
        try systemd.send("StopUnit", .string(unit), .string("replace"))
    }

    // MARK: Signals

    /// Returns the object of a unit, which exists then even if there is no such unit.
    private func load(_ unit: UnitName) throws(BusError) -> String {
        try subscribe()
        guard let path = try systemd.call("LoadUnit", .string(unit.rawValue)).first?.text else {
            throw BusError(.failed, "systemd does not know the unit \(unit)")
        }
        return path
    }

    /// Starts a unit and follows it; signals about other units never arrive.
    private func follow(
        _ unit: UnitName,
        at path: String,
        _ ended: @escaping Ended,
        _ start: () throws(BusError) -> [BusValue]
    ) throws(BusError) {
        let name = unit.rawValue
        // Another app may name the same unit, whose run is stopping: it is over.
        end(name)
        let properties = "org.freedesktop.DBus.Properties"
        let changes = try systemd.subscribe(to: "PropertiesChanged", of: properties, at: path) {
            [unowned self] in change(name, $0)
        }
        units[name] = Unit(path: path, changes: changes, job: try start().first?.text, ended: ended)
    }

    private func subscribe() throws(BusError) {
        guard subscriptions.isEmpty else { return }
        let signals = [
            try systemd.subscribe(to: "JobRemoved") { [unowned self] in
                let words = $0.arguments.map(\.text)
                guard words.count == 4, let job = words[1], let name = words[2], let result = words[3]
                else { return }
                finish(job, of: name, result)
            },
            // A transient unit goes when it has ended.
            try systemd.subscribe(to: "UnitRemoved") { [unowned self] in
                // A unit that was only looked at is removed too, and loaded again to be started.
                if let name = $0.arguments.first?.text, units[name]?.hasBegun == true { end(name) }
            },
        ]
        // Without this the manager sends none; it refuses a second one.
        try systemd.call("Subscribe")
        subscriptions = signals
    }

    private func change(_ name: String, _ signal: BusMessage) {
        guard signal.arguments.count >= 2 else { return }
        let values = signal.arguments[1]
        if let word = values[key: "Result"]?.text {
            let status =
                ["exit-code", "signal"].contains(word) ? values[key: "ExecMainStatus"]?.integer : nil
            units[name]?.result = word == "success" ? "" : word + (status.map { " \($0)" } ?? "")
        }
        switch values[key: "ActiveState"]?.text {
        case nil, "deactivating": break
        case "inactive", "failed": if units[name]?.hasBegun == true { end(name) }
        default: units[name]?.hasBegun = true
        }
    }

    /// Records the end of the job that starts a unit.
    ///
    /// systemd has many words for a job that did not start its unit, and calls one done whose unit's conditions are not
    /// met, so what counts is whether the unit has become active. It announces the unit's changes before the job's end.
    private func finish(_ job: String, of name: String, _ result: String) {
        // The end of a unit that has begun is announced by other signals.
        guard let unit = units[name], unit.job == job, !unit.hasBegun else { return }
        switch try? systemd.property("ActiveState", at: unit.path)?.text {
        case nil, "inactive", "failed":
            end(name, result: result == "done" ? "a condition of the unit is not met" : result)
        default: units[name]?.hasBegun = true
        }
    }

    private func end(_ name: String, result: String = "") {
        guard let unit = units.removeValue(forKey: name) else { return }
        unit.ended(unit.result.isEmpty ? result : unit.result)
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
            error.isKind(.serviceUnknown) ? .notFound : error.isKind(.accessDenied) ? .notPermitted : .failed
        self.init(fault, error.message.isEmpty ? error.name : error.message)
    }
}
