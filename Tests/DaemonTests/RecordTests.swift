import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Daemon

@Suite("The file of a record")
struct RecordFileTests {
    private func text(of path: String) throws -> String {
        String(decoding: try contentsOfFile(path, atMost: 1 << 20), as: UTF8.self)
    }

    @Test("is for its owner alone, and goes on in a new line after a kill")
    func goesOn() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/service.run"
        let first = try RecordFile(path, limit: 1000)
        #expect(try first.add(Array("one\ncut".utf8)))
        var status = stat()
        let isThere = stat(path, &status) == 0
        #expect(isThere && status.st_mode & 0o777 == 0o600)
        #expect(try text(of: path) == "one\ncut")
        let second = try RecordFile(path, limit: 1000)
        #expect(try second.add(Array("two\n".utf8)))
        #expect(try text(of: path) == "one\ncut\ntwo\n")
    }

    @Test("grows up to its limit and no further, with what earlier processes have written")
    func limit() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/service.run"
        let first = try RecordFile(path, limit: 10)
        #expect(try first.add(Array("12345".utf8)))
        #expect(try !first.add(Array("678901".utf8)))
        #expect(try first.add(Array("67890".utf8)))
        #expect(try !first.add(Array("1".utf8)))
        #expect(try text(of: path) == "1234567890")
        // The line that may have been cut is ended first.
        let second = try RecordFile(path, limit: 15)
        #expect(try !second.add(Array("12345".utf8)))
        #expect(try second.add(Array("1234".utf8)))
        #expect(try text(of: path) == "1234567890\n1234")
    }

    @Test("is no pipe, and no file that others can read, that is another user's, or that has another name")
    func others() throws {
        let folder = try TemporaryFolder()
        func refuses(_ name: String) {
            #expect(throws: OutputProblem.notPrivate("\(folder.path)/\(name)"), "\(name)") {
                _ = try RecordFile("\(folder.path)/\(name)", limit: 1000)
            }
        }
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        refuses("pipe")
        try folder.write("", to: "open")
        #expect(chmod(folder.path + "/open", 0o640) == 0)
        refuses("open")
        try folder.write("mine", to: "one")
        #expect(Glibc.link(folder.path + "/one", folder.path + "/two") == 0)
        refuses("two")
        #expect(try text(of: folder.path + "/one") == "mine")
        // Only root can give a file away, and could write into it.
        guard geteuid() == 0 else { return }
        try folder.write("theirs", to: "other")
        #expect(chown(folder.path + "/other", 65534, 65534) == 0)
        refuses("other")
        #expect(try text(of: folder.path + "/other") == "theirs")
    }

    @Test("is no other file that a link leads to")
    func link() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/service.run"
        try folder.write("mine", to: "other")
        #expect(symlink(folder.path + "/other", path) == 0)
        #expect(throws: SystemError.self) { _ = try RecordFile(path, limit: 1000) }
        #expect(try text(of: path) == "mine")
    }
}

@Suite("What waits of a record for its reader")
struct WaitingRecordTests {
    private func rest(of record: WaitingRecord) -> [String] {
        var pieces: [String] = []
        while !record.isEmpty, pieces.count < 1000 { pieces.append(record.removePiece()) }
        return pieces
    }

    @Test("is sent in pieces of 64 KiB, which end where a character ends")
    func pieces() {
        for characters in ["x", "é", "€", "😀", "x😀"] {
            let text = String(repeating: characters, count: 150_000 / characters.utf8.count)
            // One byte before them moves each boundary by one.
            for start in ["", "a", "ab", "abc"] {
                let record = WaitingRecord(Array((start + text).utf8))
                let pieces = rest(of: record)
                #expect(pieces.joined() == start + text && pieces.count == 3)
                #expect(pieces.dropLast().allSatisfy { (65_533...65_536).contains($0.utf8.count) })
            }
        }
    }

    @Test("is at most 8 MiB besides the start; what would go beyond that is refused as a whole")
    func limit() {
        let record = WaitingRecord(Array("start\n".utf8))
        #expect(record.add([UInt8](repeating: 120, count: WaitingRecord.room - 10)))
        #expect(!record.add([UInt8](repeating: 121, count: 11)))
        #expect(record.add([UInt8](repeating: 122, count: 10)))
        #expect(!record.add([121]))
        let read = rest(of: record).joined()
        #expect(read.utf8.count == 6 + WaitingRecord.room && !read.contains("y"))
    }

    @Test("has room again for what its reader has read")
    func room() {
        let record = WaitingRecord([])
        #expect(record.add([UInt8](repeating: 120, count: WaitingRecord.room)))
        _ = record.removePiece()
        #expect(record.add([UInt8](repeating: 121, count: WaitingRecord.pieceBytes)))
        #expect(!record.add([121]))
    }
}
