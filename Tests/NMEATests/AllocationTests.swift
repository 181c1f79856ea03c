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
        "allocates nothing for sentences that few receivers send",
        .enabled(if: allocations_are_counted(), "a sanitizer replaces the allocator")
    )
    func rareSentences() {
        let stream = (0..<500).map { index in
            let minute = index / 60
            let time = "12\(minute < 10 ? "0" : "")\(minute)\(index % 60 < 10 ? "0" : "")\(index % 60)"
            // No TAG block: it is not a sentence, so it throws, and Swift Testing copies every thrown error.
            return sentence("GPGGA,\(time),5230.0000,N,01300.0000,E,1,08,1.0,10,M,40.0,M,,")
                + sentence("HEHDT,274.07,T") + sentence("HCHDG,98.3,2.0,E,12.6,W") + sentence("HCHDM,238.5,M")
                + sentence("GNTHS,77.52,E") + sentence("GPDTM,999,,0.08,N,0.07,E,-47.7,W84")
                + sentence("PGRME,9.2,M,15.0,M,12.6,M") + sentence("GPROT,0.0,A")
                + sentence("PSXN,20,0,0,0,0")
                + sentence("GPRMC,\(time),A,5230.0000,N,01300.0000,E,10.0,90.0,150624,4.5,E,A")
                + sentence(
                    "PUBX,00,\(time).50,5230.0,N,01300.0,E,50.0,D3,1.5,2.0,1.0,2.0,0,,0.9,1.1,0.7,9,0,0"
                )
        }
        let bytes = [UInt8](stream.joined().utf8)
        _ = allocations(decoding: bytes)
        let (count, sentences, fixes) = allocations(decoding: bytes)
        #expect(count == 0)
        #expect(sentences == 500 * 11)
        #expect(fixes == 999)
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

    @Test(
        "is checked by a counter that counts",
        .enabled(if: allocations_are_counted(), "a sanitizer replaces the allocator")
    )
    func counts() {
        let before = allocation_count()
        let blocks = (0..<10).map { [UInt8](repeating: 1, count: 1000 + $0) }
        #expect(allocation_count() >= before + 10)
        #expect(blocks.count == 10)
    }
}
