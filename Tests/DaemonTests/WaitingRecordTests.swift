import Testing

@testable import Daemon

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
                #expect(pieces.joined() == start + text)
                #expect(pieces.count == 3)
                #expect(pieces.dropLast().allSatisfy { (65_533...65_536).contains($0.utf8.count) })
            }
        }
    }

    @Test("is at most 8 MiB beside the start, all or nothing of what is added, and nothing after a loss")
    func limit() {
        for excess in 0...1 {
            let record = WaitingRecord(Array("start\n".utf8))
            record.add([UInt8](repeating: 120, count: WaitingRecord.limit - 10))
            record.add([UInt8](repeating: 121, count: 10 + excess))
            #expect(record.hasLost == (excess == 1))
            record.add(Array("z".utf8))
            #expect(record.hasLost)
            let read = rest(of: record).joined()
            #expect(read.utf8.count == 6 + WaitingRecord.limit - (excess == 1 ? 10 : 0))
            #expect(!read.hasSuffix("z"))
        }
    }

    @Test("has room again for what its reader has read")
    func room() {
        let record = WaitingRecord([])
        record.add([UInt8](repeating: 120, count: WaitingRecord.limit))
        _ = record.removePiece()
        record.add([UInt8](repeating: 121, count: WaitingRecord.pieceBytes))
        #expect(!record.hasLost)
        record.add([121])
        #expect(record.hasLost)
    }

    @Test("begins again after a loss, with the reason, and counts the new start for nothing")
    func gap() {
        let record = WaitingRecord([])
        record.add([UInt8](repeating: 120, count: WaitingRecord.limit + 1))
        #expect(record.hasLost && record.isEmpty)
        record.begin(Array("start\n".utf8))
        #expect(!record.hasLost && !record.isEmpty)
        record.add([UInt8](repeating: 120, count: WaitingRecord.limit))
        #expect(!record.hasLost)
        let read = rest(of: record).joined()
        #expect(read.prefix(200).contains("the reader was too slow") && read.contains("\nstart\nxxx"))
    }
}
