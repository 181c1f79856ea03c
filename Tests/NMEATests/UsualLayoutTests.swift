import LocationModel
import RouteSimulator
import TestSupport
import Testing

@testable import NMEA

@Suite("A field in the usual layout")
struct UsualLayoutTests {
    private static let characters = [UInt8]("00112233445566778899..,-+NSEWA/:\u{0}".utf8)

    /// Returns `text`, often with one or two characters replaced, doubled or removed.
    private func mutant(of text: String, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = [UInt8](text.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "d") {
            bytes[index] = UInt8.random(in: 0x30...0x39, using: &generator)
        }
        for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0...2, using: &generator) {
            case 0: bytes[index] = Self.characters.randomElement(using: &generator) ?? 0
            case 1: bytes.remove(at: index)
            default: bytes.insert(bytes[index], at: index)
            }
        }
        return bytes
    }

    @Test(
        "has the same position by the fast path and field by field",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func position(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var usual = 0
        for _ in 0..<1000 {
            let digits = String(repeating: "d", count: Int.random(in: 0...8, using: &generator))
            let text = mutant(of: "4d5d.\(digits),N,0dd3d.\(digits),W", &generator)
            let bytes = [UInt8]("$GPGLL,".utf8) + text + [UInt8](",rest*00\r\n".utf8)
            guard let frame = try? SentenceFrame(bytes.span, checksum: .ignored) else { continue }
            var quick = FieldCursor(0..<0)
            quick.restart(frame)
            var slow = FieldCursor(frame.fields)
            guard let position = quick.usualPosition(in: bytes.span) else { continue }
            usual += 1
            #expect(position == slow.anyPosition(in: bytes.span))
            #expect(!slow.isMalformed && quick.position == slow.position)
            #expect(quick.letter(in: bytes.span) == slow.letter(in: bytes.span))
        }
        #expect(usual > 100)
    }
}

@Suite("A fix")
struct FreshFixTests {
    private static let full =
        "$GPDTM,999,,0.08,N,0.07,E,-47.7,W84*1B\n"
        + "$GPRMC,120000,A,5230.0,N,01300.0,E,5.0,90.0,010126,,,A\n"
        + "$GPGGA,120000,5230.0,N,01300.0,E,1,08,1.0,10,M,40.0,M,,\n"
    private static let bare = "$GPDTM,W84,,,,,,,W84\n$GPGLL,5231.0,N,01300.0,E,120001,A\n"

    private func fixes(_ text: String) -> [Fix] {
        var decoder = NMEADecoder(checksumRule: .ignored)
        var fixes: [Fix] = []
        let bytes = [UInt8](text.utf8)
        let take = { (epoch: Epoch) in
            if case .fix(let fix) = epoch { fixes.append(fix) }
        }
        decoder.decode(bytes.span, take)
        decoder.finish(take)
        return fixes
    }

    /// Returns the names of the optional values that the fix has.
    private func values(of fix: Fix) -> [String] {
        Mirror(reflecting: fix).children.compactMap { child in
            let value = Mirror(reflecting: child.value)
            return value.displayStyle == .optional && value.children.isEmpty ? nil : child.label
        }
    }

    /// Fixes are built in place: a value that is not assigned each time would be left over from the last epoch.
    @Test("keeps no value of the previous one")
    func keepsNothing() throws {
        let both = fixes(Self.full + Self.bare)
        try #require(both.count == 2)
        // A new value must be added to the full epoch to be tested here.
        #expect(values(of: both[0]).count == Mirror(reflecting: both[0]).children.count)
        #expect(values(of: both[1]) == ["time", "coordinate", "mode", "quality", "accuracy"])
    }
}
