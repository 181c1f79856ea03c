import LocationModel
import Receivers
import Testing

@Suite("A compressed recording")
struct CompressionTests {
    private let drive = Array(Drive.nmea().utf8)

    @Test("of several members is one recording, also with zeros between them")
    func members() throws {
        let half = drive.count / 2
        let first = try Gzip.compressed(Array(drive[..<half]))
        let second = try Gzip.compressed(Array(drive[half...]))
        let decoded = Decoded(first + second)
        #expect(decoded.problem == nil)
        #expect(decoded.epochs == Decoded(drive).epochs)
        #expect(decoded.form == RecordingForm(.nmea, isCompressed: true))
        // Tapes are padded with zeros.
        #expect(Decoded(first + [UInt8](repeating: 0, count: 512) + second).epochs == decoded.epochs)
    }

    @Test("that is truncated gives what is there, and reports where it ends")
    func truncated() throws {
        let compressed = try Gzip.compressed(drive)
        for kept in [3, 10, 200, compressed.count - 9, compressed.count - 1] {
            let problem = Decoded(Array(compressed[..<kept])).problem
            #expect(problem == .damagedCompression(atByte: kept, reason: "the file is truncated there"))
        }
        let decoded = Decoded(Array(compressed[..<(compressed.count - 9)]))
        #expect(decoded.fixes.count >= Drive.seconds.count - 1)
    }

    @Test("that is damaged in the middle gives what was before")
    func damaged() throws {
        var compressed = try Gzip.compressed(drive)
        for index in 600..<640 { compressed[index] = 0xFF }
        let decoded = Decoded(compressed)
        guard case .damagedCompression(590...compressed.count, _) = decoded.problem else {
            Issue.record("\(decoded.problem as Any)")
            return
        }
        #expect(!decoded.fixes.isEmpty && decoded.fixes.count < Drive.seconds.count)
    }

    @Test("that expands a thousandfold is decoded in small parts")
    func bomb() throws {
        // 2 MiB of one recording repeated, which compress to less than one read.
        var text: [UInt8] = []
        while text.count < 2 << 20 { text += drive }
        let compressed = try Gzip.compressed(text)
        #expect(compressed.count < 1 << 16)
        var decoder = RecordingDecoder()
        var offset = 0
        var (most, all) = (0, 0)
        var mayHaveMore = true
        while mayHaveMore {
            var epochs = 0
            mayHaveMore = try decoder.decode(compressed.span, from: &offset) { _ in epochs += 1 }
            most = max(most, epochs)
            all += epochs
        }
        try decoder.finish { _ in all += 1 }
        #expect(all > 10_000)
        // 64 KiB of some 130 bytes each.
        #expect(most < 600)
    }
}
