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
    func wireLevel(_ method: String, _ parameters: String) throws {
        let command = "python3 '\(script)' '\(service.path)' --stream \(method) '\(parameters)' 2>&1"
        let pipe = try #require(popen(command, "r"))
        var output = ""
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, CInt(line.count), pipe) != nil {
            output += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let status = pclose(pipe)
        Attachment.record(output, named: "uapi20check.txt")
        #expect(status == 0)
        #expect(output.contains("MUST failures 0, SHOULD failures 0"), "\(output)")
    }
}
