import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The location given to apps", .ownThreads, .timeLimit(.minutes(10)))
struct DisclosureTests {
    private static let app = "org.example.app"

    /// Starts a daemon on a drive, with one authorized widget in view that has its timeline.
    private func driving(
        _ decision: SettingsInterface.Authorize,
        changes: String = "Interval=1d"
    ) async throws -> (DaemonProcess, ScriptedProvider) {
        let daemon = try await DaemonProcess(
            receiver: "file://\(MainJobTests.recording)?speed=30&loop",
            configuration: "[Widgets]\nFixTimeout=20s\nDailyReloads=none\n[SignificantChange]\n\(changes)\n"
        )
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        try provider.calls.call(decision)
        let widget = try provider.calls.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try provider.calls.call(HostInterface.SetVisibility(widget: widget, visible: true))
        return (daemon, provider)
    }

    @Test("reaches its app while the disk keeps the service waiting, and is logged afterwards")
    func hurried() async throws {
        let (daemon, provider) = try await driving(
            .init(app: Self.app, status: .authorizedWhenInUse, widgets: .granted),
            changes: "Distance=100m\nInterval=1s"
        )
        let accesses = { try provider.calls.call(SettingsInterface.ListAccesses(app: Self.app)).accesses }
        var told: WidgetsInterface.Reload?
        while told == nil {
            _ = try await provider.answer { $0.location != nil }
            let before = try accesses().count
            let lock = try await Self.lock(daemon.stateDirectory + "/state.db")
            // A reload that came before the lock cannot be answered now, and no other comes before its answer.
            if let early = try provider.stream.poll()?.reload {
                lock.signal(SIGKILL)
                _ = try await lock.end()
                try provider.answer(early)
                continue
            }
            told = try await provider.nextReload()
            lock.signal(SIGKILL)
            _ = try await lock.end()
            try await waiting(until: "the access is logged") { try accesses().count > before }
        }
        #expect(told?.reason == .significantChange && told?.location != nil)
    }

    /// Starts a program that keeps everybody else from writing to a database until it is ended.
    private static func lock(_ database: String) async throws -> RunningProgram {
        let script = """
            import sqlite3, sys, time
            database = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
            database.execute("BEGIN IMMEDIATE")
            print("locked", flush=True)
            time.sleep(600)
            """
        let python = try RunningProgram([Python.interpreter, "-c", script, database])
        try await waiting(until: "the database is locked") { python.output.contains("locked") }
        return python
    }

    @Test("cannot be read from the disk without the key")
    func sealed() async throws {
        let (daemon, provider) = try await driving(
            .init(app: Self.app, status: .authorizedWhenInUse, widgets: .granted)
        )
        let location = try #require(try await provider.answer { $0.location != nil }.location)
        let reload = try await provider.calls.reload(provider)
        try provider.answer(
            reload,
            "at \(location.coordinate.latitudeDegrees) \(location.coordinate.longitudeDegrees)"
        )
        daemon.kill()
        var files: [[UInt8]] = []
        for name in ["state.db", "state.db-wal"] {
            files.append(try Checkout.bytes(of: daemon.stateDirectory + "/" + name))
        }
        #expect(files.contains { $0.holds(Array(Self.app.utf8)) }, "the search finds what is not sealed")
        for degrees in [location.coordinate.latitudeDegrees, location.coordinate.longitudeDegrees] {
            for form in degrees.tellingForms {
                #expect(!files.contains { $0.holds(form) }, "\(degrees) as \(form)")
            }
        }
    }
}

extension ScriptedClient {
    /// Requests a reload of all widgets, and returns the next request.
    fileprivate func reload(_ provider: ScriptedProvider) async throws -> WidgetsInterface.Reload {
        try call(WidgetsInterface.ReloadTimelines(session: provider.session))
        return try await provider.nextReload()
    }
}

extension Double {
    /// The forms in which a file could contain a coordinate: as text, and as numbers in both byte orders.
    fileprivate var tellingForms: [[UInt8]] {
        let text = Array("\(self)".utf8.prefix(7))
        var forms = [text]
        func add(_ number: some FixedWidthInteger) {
            for order in [number.littleEndian, number.bigEndian] {
                withUnsafeBytes(of: order) { forms.append(Array($0)) }
            }
        }
        add(bitPattern)
        add(Float(self).bitPattern)
        for scale in [1e6, 1e7] { add(Int32(truncatingIfNeeded: Int64(self * scale))) }
        return forms
    }
}

extension [UInt8] {
    /// Returns whether it contains a sequence of bytes.
    fileprivate func holds(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first, count >= needle.count else { return false }
        return indices.dropLast(needle.count - 1).contains { start in
            self[start] == first && self[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
