import Glibc
import TestSupport
import Testing

/// A script beside the checkout that tests a server sentence by sentence against UAPI.20.
private let script = Checkout.tools + "/uapi20check.py"

@Suite("The protocol as specified in UAPI.20", .ownThreads, .timeLimit(.minutes(10)))
struct ConformanceTests: ~Copyable {
    private let service: BackgroundService

    init() throws { service = try BackgroundService() }

    @Test(
        "is kept, with streams that end and streams that do not",
        .enabled(if: access(script, R_OK) == 0, "the checking script is not beside this checkout"),
        arguments: [("org.example.test.Count", #"{"to":5}"#), ("org.example.test.Watch", "{}")]
    )
    func wireLevel(_ method: String, _ parameters: String) async throws {
        let checker = try RunningProgram([
            "python3", script, service.path, "--stream", method, parameters,
        ])
        #expect(try await checker.end() == .status(0))
        let output = checker.output + checker.errors
        #expect(output.contains("MUST failures 0, SHOULD failures 0"), "\(output)")
    }
}
