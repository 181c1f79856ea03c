import Glibc
import TestSupport
import Testing

/// A script beside the checkout that tests a server sentence by sentence against UAPI.20.
private let script = Checkout.tools + "/uapi20check.py"

@Suite("Other implementations of the protocol", .ownThreads, .timeLimit(.minutes(10)))
struct ConformanceTests {
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

    @Test(
        "find the protocol of UAPI.20 kept",
        .enabled(if: access(script, R_OK) == 0, "the checking script is not beside this checkout")
    )
    func wireLevel() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let stream = ["--stream", "io.waymark.Host.Watch", "{}"]
        let checker = try RunningProgram(["python3", script, daemon.socketPath] + stream)
        #expect(try await checker.end() == .status(0))
        let output = checker.output + checker.errors
        #expect(output.contains("MUST failures 0, SHOULD failures 0"), "\(output)")
    }
}
