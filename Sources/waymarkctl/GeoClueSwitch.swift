import Glibc
import LinuxSystem
import MessageBus
import UserInput

/// The name of GeoClue on the system's bus, and the systemd that decides which program gets it.
final class GeoClueSwitch {
    struct Owner {
        let process: Int32
        let program: String

        /// Its unit; `nil` if it is in none.
        let unit: String?
        var isWaymark: Bool { program == "waymark-geoclue" }
    }

    /// The name that programs written for GeoClue call.
    static let name = "org.freedesktop.GeoClue2"

    private static let unit = "waymark-geoclue.service"

    /// The longest time that a unit may take to start or stop.
    private static let patience: Duration = .seconds(60)

    private let bus: MessageBus
    private let systemd: Systemd

    init() throws(BusError) {
        bus = try MessageBus(.system)
        systemd = Systemd(on: bus)
    }

    // MARK: Who has the name

    /// Returns the program that has the name; `nil` if there is none.
    func owner() throws(BusError) -> Owner? {
        guard let owner = try bus.owner(of: Self.name) else { return nil }
        let process = try bus.peer(named: owner).processID
        let text = (try? contentsOfFile("/proc/\(process)/comm", atMost: 64)) ?? []
        return Owner(
            process: process,
            program: String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).harmless,
            unit: systemd.unit(ofProcess: process)?.harmless
        )
    }

    /// Whether Waymark is to have the name; `nil` if `waymark-geoclue` is not installed, or there is no systemd.
    func isOn() -> Bool? {
        (try? systemd.call("GetUnitFileState", .string(Self.unit)))?.first?.text.map {
            $0.hasPrefix("enabled")
        }
    }

    func isStartedByBus() throws(BusError) -> Bool {
        let names = try bus.call(
            .init(
                "ListActivatableNames",
                of: "org.freedesktop.DBus",
                at: "/org/freedesktop/DBus",
                of: "org.freedesktop.DBus"
            )
        )
        return names.first?.elements?.contains { $0.text == Self.name }
            == true
    }

    // MARK: Switching

    /// Gives the name to Waymark, now and after each start of the machine.
    ///
    /// - Returns: Whether `waymark-geoclue` runs.
    /// - Throws: ``BusError``.
    func switchOn() throws(BusError) -> Bool {
        // The unit has an alias of GeoClue's, so that systemd takes a running GeoClue for it and restarts that.
        try systemd.call(
            "EnableUnitFiles",
            .array(of: "s", [.string(Self.unit)]),
            .boolean(false),
            .boolean(true)
        )
        try systemd.call("Reload")
        return try job("RestartUnit") == "done"
    }

    /// Leaves the name to GeoClue, where that is installed.
    func switchOff() throws(BusError) {
        try systemd.call("DisableUnitFiles", .array(of: "s", [.string(Self.unit)]), .boolean(false))
        try systemd.call("Reload")
        // Last, because programs that ask meanwhile would have it started again under its alias.
        _ = try job("StopUnit")
        // systemd holds a connection with the name until it has dealt with the end of the unit.
        let deadline = ContinuousClock.now + .seconds(2)
        while let owner = try owner(), owner.isWaymark || owner.program.isEmpty,
            ContinuousClock.now < deadline
        {
            usleep(20_000)
        }
    }

    /// Asks for a job of the unit, and waits for its end.
    ///
    /// - Returns: systemd's word for the result.
    private func job(_ method: String) throws(BusError) -> String {
        var results: [String: String] = [:]
        // Without this the manager sends no signals.
        try systemd.call("Subscribe")
        let subscription = try systemd.subscribe(to: "JobRemoved") { signal in
            guard signal.arguments.count == 4, let job = signal.arguments[1].text else { return }
            results[job] = signal.arguments[3].text
        }
        defer { withExtendedLifetime(subscription) {} }
        let job = try systemd.call(method, .string(Self.unit), .string("replace")).first?.text ?? ""
        let deadline = ContinuousClock.now + Self.patience
        do {
            let poller = try Poller()
            _ = try poller.watch(bus.descriptor, for: .readable)
            while true {
                while try bus.process() {}
                if let result = results[job] { return result }
                guard ContinuousClock.now < deadline else { return "timeout" }
                _ = try poller.wait(until: deadline)
            }
        } catch let error as BusError {
            throw error
        } catch {
            throw BusError(.failed, "\(error)")
        }
    }
}
