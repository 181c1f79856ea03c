import Glibc
import TestSupport
import Testing

@Suite("Other implementations of the protocol", .ownThreads, .timeLimit(.minutes(10)))
struct ConformanceTests {
    private static let checker = Checkout.tools + "/uapi20check.py"

    @Test(
        "find no violation of a required rule",
        .enabled(if: access(checker, R_OK) == 0, "the checker of the protocol's rules is not there"),
        arguments: [
            (
                "io.waymark.Widgets.Serve",
                #"{"app":"org.example.check","kinds":[{"kind":"where","wantsLocation":true}]}"#
            ),
            ("io.waymark.Host.Watch", "{}"), ("io.waymark.Inspect.WatchDecisions", "{}"),
        ]
    )
    func rules(method: String, parameters: String) async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let checker = try RunningProgram([
            Python.interpreter, Self.checker, daemon.socketPath, "--stream", method, parameters,
        ])
        _ = try await checker.end()
        let lines = checker.output.split(separator: "\n")
        #expect(checker.errors == "")
        #expect(lines.filter { $0.hasPrefix("ok") }.count > 45, "\(checker.output)")
        #expect(lines.filter { $0.hasPrefix("FAIL MUST") } == [])
        #expect(daemon.isRunning)
    }

    @Test("introspect and call it", .enabled(if: Python.hasVarlink, Python.missing))
    func commandLine() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let address = "unix:\(daemon.socketPath)"
        func varlink(_ arguments: String...) async throws -> (RunningProgram.Ending, String) {
            let program = try RunningProgram([Python.interpreter, "-m", "varlink.cli"] + arguments)
            let ending = try await program.end()
            return (ending, program.output + program.errors)
        }
        let info = try await varlink("info", address)
        #expect(info.0 == .status(0), "\(info.1)")
        let interfaces = ["Host", "Inspect", "Settings", "Widgets"].map { "io.waymark.\($0)" }
        for interface in interfaces + ["org.varlink.service"] { #expect(info.1.contains(interface)) }
        for interface in interfaces {
            let description = try await varlink("help", "\(address)/\(interface)")
            #expect(description.0 == .status(0), "\(description.1)")
            #expect(description.1.contains("interface \(interface)"))
        }
        let decision = #"{"app":"org.example.app","status":"authorizedAlways"}"#
        let authorized = try await varlink("call", "\(address)/io.waymark.Settings.Authorize", decision)
        #expect(authorized.0 == .status(0), "\(authorized.1)")
        #expect(authorized.1.contains("authorizedAlways"))
        let status = try await varlink("call", "\(address)/io.waymark.Inspect.GetStatus", "{}")
        #expect(try JSON(status.1)["apps"].int == 1, "\(status.1)")
        let refused = try await varlink("call", "\(address)/io.waymark.Inspect.Explain", #"{"widget":"w1"}"#)
        #expect(refused.1.contains("io.waymark.Inspect.UnknownWidget"), "\(refused.1)")
    }
}
