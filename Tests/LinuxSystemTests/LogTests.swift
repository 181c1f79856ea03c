import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import SystemdService

@Suite("A log")
struct LogTests {
    private func output(_ threshold: LogLevel, _ use: (Log) -> Void) throws -> String {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log"
        let file = FileDescriptor(owning: open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        use(Log(threshold: threshold, descriptor: file.rawValue))
        return String(decoding: try contentsOfFile(path, atMost: 10_000), as: UTF8.self)
    }

    @Test("writes the messages at or above its threshold, one on each line")
    func threshold() throws {
        let text = try output(.notice) { log in
            log.error("first")
            log.warning("second")
            log.notice("third")
            log.info("fourth")
            log.debug("fifth")
        }
        #expect(text == "error: first\nwarning: second\nnotice: third\n")
    }

    @Test("goes to the journal only if standard error is the stream in JOURNAL_STREAM")
    func journal() throws {
        let folder = try TemporaryFolder()
        let descriptor = FileDescriptor(owning: open(folder.path + "/log", O_WRONLY | O_CREAT, 0o600))
        var status = stat()
        fstat(descriptor.rawValue, &status)
        let right = "\(status.st_dev):\(status.st_ino)"
        #expect(LogDestination(of: descriptor.rawValue, journalStream: right) == .journal)
        #expect(LogDestination(of: descriptor.rawValue, journalStream: "1:2") == .lines)
        #expect(LogDestination(of: descriptor.rawValue, journalStream: nil) == .lines)
    }

    @Test("has lines that cannot be forged or control the terminal")
    func escapes() {
        let forged = LogDestination.lines.text("a\u{1B}[2J\nerror: b\u{9B}c\u{7F}\td é", .info)
        #expect(forged == "info: a\u{FFFD}[2J\n    error: b\u{FFFD}c\u{FFFD}\td é\n")
        let hidden = LogDestination.lines.text("a\u{2028}b\u{2029}c\u{202E}d\u{2066}e\u{200B}f", .info)
        #expect(hidden == "info: a\u{FFFD}b\u{FFFD}cdef\n")
        #expect(LogDestination.journal.text("a\n<0>b", .info) == "<6>a\n<6>    <0>b\n")
    }
}
