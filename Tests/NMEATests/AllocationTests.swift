import CAllocations
import LocationModel
import NMEA
import TestSupport
import Testing

@Suite("Decoding")
struct AllocationTests {
    @Test(
        "asks for no memory, however many sentences there are",
        .enabled(if: allocations_are_counted(), "a sanitizer brings an allocator of its own")
    )
    func allocatesNothing() throws {
        let bytes = try Checkout.bytes(of: Checkout.root + "/Samples/recordings/city-drive.nmea")
        let some = allocations(decoding: Array(bytes.prefix(bytes.count / 10)))
        let all = allocations(decoding: bytes)
        #expect(all.count == some.count)
        #expect(all.sentences > some.sentences + 10_000)
        #expect(all.fixes > some.fixes + 1000)
    }

    /// Decodes in a hundred pieces, whose ends cut sentences in two, however long they are.
    ///
    /// A build without optimisation allocates a little for every call of the decoder, and so for every piece.
    private func allocations(decoding bytes: [UInt8]) -> (count: UInt, sentences: Int, fixes: Int) {
        let length = bytes.count / 100 + 1
        var decoder = NMEADecoder()
        var fixes = 0
        let emit = { (epoch: Epoch) in
            if case .fix = epoch { fixes += 1 }
        }
        // What is made once and for all is made at the first sentences.
        decoder.decode(bytes.span.extracting(0..<length), emit)
        let before = allocation_count()
        for start in stride(from: length, to: bytes.count, by: length) {
            decoder.decode(bytes.span.extracting(start..<min(start + length, bytes.count)), emit)
        }
        return (allocation_count() - before, decoder.statistics.sentences, fixes)
    }

    @Test(
        "is watched by a counter that does count",
        .enabled(if: allocations_are_counted(), "a sanitizer brings an allocator of its own")
    )
    func counts() {
        let before = allocation_count()
        let blocks = (0..<10).map { [UInt8](repeating: 1, count: 1000 + $0) }
        #expect(allocation_count() >= before + 10)
        #expect(blocks.count == 10)
    }
}
