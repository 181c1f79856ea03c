import LinuxSystem
import LocationModel
import MessageBus

/// The systemd manager on a bus: that of the person's session, or that of the machine.
final class ServiceManager {
    enum Event {
        /// The unit runs no more; `result` is systemd's word and the status, or empty.
        case ended(unit: String, result: String)
    }

    private struct Unit {
        let name: String
        let changes: BusSubscription

        /// The job that starts it, until that has ended.
        var job: String?

        /// systemd's word and the status, if it failed.
        var result = ""

        /// Whether it has begun to start: a unit is first announced as inactive.
        var hasBegun = false
    }

    private static let name = "org.freedesktop.systemd1"
    private static let unitInterface = "org.freedesktop.systemd1.Unit"
    private static let serviceInterface = "org.freedesktop.systemd1.Service"

    /// How long systemd waits for a program that it stops before it kills it, in microseconds.
    private static let timeToStop: UInt64 = 10_000_000

    private let bus: MessageBus
    private let ended: (Event) -> Void
    private var subscriptions: [BusSubscription] = []
    private var units: [String: Unit] = [:]

    init(on bus: MessageBus, _ ended: @escaping (Event) -> Void) {
        self.bus = bus
        self.ended = ended
    }

    // MARK: Units

    /// Starts a service, which must run as the user, if one is given, and follows it; returns `false` if it ran before.
    func start(_ unit: UnitName, as user: UInt32?) throws(LaunchProblem) -> Bool {
        do throws(BusError) {
            try subscribe()
            let path = Self.path(of: unit.rawValue)
            _ = try manager("LoadUnit", .string(unit.rawValue))
            switch try bus.property("LoadState", of: Self.unitInterface, at: path, of: Self.name)?.text {
            case "loaded": break
            case "not-found": throw BusError(name: Self.noSuchUnit, "there is no unit \(unit)")
            case let state: throw BusError(.failed, "the unit \(unit) is \(state ?? "unknown")")
            }
            if let user {
                let owner =
                    try bus.property("User", of: Self.serviceInterface, at: path, of: Self.name)?.text ?? ""
                guard UserDatabase.number(of: owner.isEmpty ? "0" : owner) == user else {
                    throw BusError(name: Self.otherUser, "the unit \(unit) runs as another user")
                }
            }
            let state = try bus.property("ActiveState", of: Self.unitInterface, at: path, of: Self.name)?.text
            if ["active", "activating", "reloading"].contains(state) { return false }
            try follow(unit)
            do throws(BusError) {
                let job = try manager("StartUnit", .string(unit.rawValue), .string("replace"))
                units[path]?.job = job.first?.text
            } catch {
                units[path] = nil
                throw error
            }
            return true
        } catch { throw LaunchProblem(error) }
    }

    /// Starts a command in a service of its own, and follows it.
    func start(
        _ command: ProgramCommand,
        in unit: UnitName,
        description: String,
        environment: [String]
    ) throws(LaunchProblem) {
        let words = command.words.map { BusValue.string($0) }
        guard let path = words.first else { return }
        let properties: [(String, BusValue)] = [
            ("Description", .string(description)),
            // The job fails if the program cannot be executed.
            ("Type", .string("exec")),
            ("Slice", .string("app.slice")),
            ("CollectMode", .string("inactive-or-failed")),
            // It ends with this program's unit, also if that was killed and started again meanwhile.
            ("PartOf", .array(of: "s", [.string("waymark-session.service")])),
            ("TimeoutStopUSec", .uint64(Self.timeToStop)),
            ("Environment", .array(of: "s", environment.map { .string($0) })),
            (
                "ExecStart",
                .array(
                    of: "(sasb)",
                    [.structure([path, .array(of: "s", words), .boolean(false)])]
                )
            ),
        ]
        do throws(BusError) {
            try subscribe()
            try follow(unit)
            do throws(BusError) {
                let job = try manager(
                    "StartTransientUnit",
                    .string(unit.rawValue),
                    .string("fail"),
                    .array(
                        of: "(sv)",
                        properties.map { .structure([.string($0.0), .variant($0.1)]) }
                    ),
                    .array(of: "(sa(sv))", [])
                )
                units[Self.path(of: unit.rawValue)]?.job = job.first?.text
            } catch {
                units[Self.path(of: unit.rawValue)] = nil
                throw error
            }
        } catch { throw LaunchProblem(error) }
    }

    /// Stops a service; what comes of it is told later.
    func stop(_ unit: String) throws(BusError) {
        try bus.send(method("StopUnit"), .string(unit), .string("replace"))
    }

    /// Returns the unit of a process; `nil` if the manager has none for it.
    func unit(ofProcess process: Int32) -> String? {
        guard
            let path = try? manager("GetUnitByPID", .uint32(UInt32(clamping: process))).first?.text
        else { return nil }
        return try? bus.property("Id", of: Self.unitInterface, at: path, of: Self.name)?.text
    }

    // MARK: Signals

    /// Follows a unit that is about to start; signals about others never arrive.
    private func follow(_ unit: UnitName) throws(BusError) {
        let path = Self.path(of: unit.rawValue)
        let changes = try bus.subscribe(
            to: "PropertiesChanged",
            of: "org.freedesktop.DBus.Properties",
            at: path,
            from: Self.name
        ) { [unowned self] in change($0) }
        units[path] = Unit(name: unit.rawValue, changes: changes)
    }

    private func subscribe() throws(BusError) {
        guard subscriptions.isEmpty else { return }
        // Without this the manager sends no signals.
        _ = try manager("Subscribe")
        subscriptions = [
            try bus.subscribe(to: "JobRemoved", of: "\(Self.name).Manager", from: Self.name) {
                [unowned self] in
                guard $0.arguments.count == 4, let job = $0.arguments[1].text,
                    let unit = $0.arguments[2].text, let result = $0.arguments[3].text
                else { return }
                finish(job, of: Self.path(of: unit), result)
            },
            // A transient unit goes when it has ended.
            try bus.subscribe(to: "UnitRemoved", of: "\(Self.name).Manager", from: Self.name) {
                [unowned self] in
                // A unit that was only looked at is removed too, and loaded again to be started.
                guard let path = $0.arguments.first?.text.map({ Self.path(of: $0) }),
                    units[path]?.hasBegun == true
                else { return }
                end(path, result: nil)
            },
        ]
    }

    private func change(_ signal: BusMessage) {
        guard units[signal.path] != nil, signal.arguments.count >= 2 else { return }
        let values = signal.arguments[1]
        switch signal.arguments[0].text {
        case Self.serviceInterface:
            guard let result = values[key: "Result"]?.text, result != "success" else { return }
            let status = values[key: "ExecMainStatus"]?.integer.map { " \($0)" } ?? ""
            units[signal.path]?.result = result + (result == "exit-code" || result == "signal" ? status : "")
        case Self.unitInterface:
            switch values[key: "ActiveState"]?.text {
            case "failed": end(signal.path, result: nil)
            case "inactive": if units[signal.path]?.hasBegun == true { end(signal.path, result: nil) }
            case nil: break
            default: units[signal.path]?.hasBegun = true
            }
        default: break
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
        guard units[path]?.hasBegun == false else { return }
        let state = try? bus.property("ActiveState", of: Self.unitInterface, at: path, of: Self.name)?.text
        switch state {
        case nil, "inactive", "failed":
            end(path, result: result == "done" ? "a condition of the unit is not met" : result)
        default: units[path]?.hasBegun = true
        }
    }

    private func end(_ path: String, result: String?) {
        guard let unit = units.removeValue(forKey: path) else { return }
        ended(.ended(unit: unit.name, result: unit.result.isEmpty ? result ?? "" : unit.result))
    }

    // MARK: Calls

    private func method(_ member: String) -> MessageBus.Method {
        .init(
            member,
            of: "\(Self.name).Manager",
            at: "/org/freedesktop/systemd1",
            of: Self.name,
            startsProgram: false
        )
    }

    private func manager(_ member: String, _ arguments: BusValue...) throws(BusError) -> [BusValue] {
        try bus.call(method(member), with: arguments)
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

    init(_ error: BusError) {
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
