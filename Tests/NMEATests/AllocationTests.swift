import CAllocations
import LocationModel
import NMEA
import RouteSimulator
import TestSupport
import Testing

@Suite("Decoding")
struct AllocationTests {
    @Test(
        "allocates nothing, however many sentences there are",
        .enabled(if: allocations_are_counted(), "a sanitizer replaces the allocator")
    )
    func allocatesNothing() throws {
        let bytes = try Checkout.bytes(of: Checkout.root + "/Samples/recordings/city-drive.nmea")
        // The first run initialises what is created only once.
        _ = allocations(decoding: bytes)
        let (count, sentences, fixes) = allocations(decoding: bytes)
        #expect(count == 0)
        #expect(sentences > 10_000)
        #expect(fixes > 1000)
    }

    @Test(
        "allocates nothing for an endless line of noise",
        .enabled(if: allocations_are_counted(), "a sanitizer replaces the allocator")
    )
    func noise() {
        var generator = SeededGenerator(seed: 1)
        var bytes: [UInt8] = []
        while bytes.count < 100_000 {
            let byte = UInt8(truncatingIfNeeded: generator.next())
            if byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "$") { bytes.append(byte) }
        }
        _ = allocations(decoding: bytes)
        let (count, sentences, fixes) = allocations(decoding: bytes)
        #expect(count == 0)
        #expect(sentences == 0 && fixes == 0)
    }

    /// Decodes in a thousand pieces that cut sentences in two.
    private func allocations(decoding bytes: [UInt8]) -> (count: UInt, sentences: Int, fixes: Int) {
        let length = bytes.count / 1000
        var decoder = NMEADecoder()
        var fixes = 0
        let emit = { (epoch: Epoch) in
            if case .fix = epoch { fixes += 1 }
        }
        let before = allocation_count()
        for start in stride(from: 0, to: bytes.count, by: length) {
            decoder.decode(bytes.span.extracting(start..<min(start + length, bytes.count)), emit)
        }
        return (allocation_count() - before, decoder.statistics.sentences, fixes)
    }
}
