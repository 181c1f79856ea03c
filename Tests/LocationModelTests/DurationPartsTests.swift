import LocationModel
import Testing

@Suite("The parts of a duration")
struct DurationPartsTests {
    @Test("equal those of the standard library, below and above the fast path's limit")
    func parts() {
        var word: UInt64 = 65
        var attoseconds: [Int128] = [
            0, 1, 999_999_999_999_999_999, 1_000_000_000_000_000_000, 1 << 18, 1 << 64,
        ]
        attoseconds += [1 << 82 - 1, 1 << 82, 1 << 82 + 1, Int128(Int64.max) * 1_000_000_000_000_000_000]
        for bits in 1..<122 {
            word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            attoseconds.append((Int128(word) << 58 ^ Int128(word)) & (1 << bits - 1))
        }
        for value in attoseconds.flatMap({ [$0, -$0] }) {
            let duration = Duration(attoseconds: value)
            #expect(duration.parts == duration.components)
        }
    }

    @Test("make whole nanoseconds, clamped to the range")
    func nanoseconds() {
        #expect(Duration.nanoseconds(-1).wholeNanoseconds == -1)
        #expect((Duration.nanoseconds(-1) / 2).wholeNanoseconds == 0)
        #expect(Duration.seconds(1 << 40).wholeNanoseconds == .max)
        #expect(Duration.seconds(-1 << 40).wholeNanoseconds == .min)
        // The whole seconds still fit here, but not with what is left.
        let most = Duration.seconds(9_223_372_036)
        #expect((most + .nanoseconds(854_775_807)).wholeNanoseconds == .max)
        #expect((most + .nanoseconds(854_775_806)).wholeNanoseconds == .max - 1)
        #expect((most + .nanoseconds(999_999_999)).wholeNanoseconds == .max)
        #expect((.zero - most - .nanoseconds(999_999_999)).wholeNanoseconds == .min)
    }

    @Test("between two instants are clamped to the range, on the side of the later one")
    func instants() {
        let (first, last) = (UTCInstant(nanosecondsSince1970: .min), UTCInstant(nanosecondsSince1970: .max))
        #expect(first.duration(to: last) == .nanoseconds(Int64.max))
        #expect(last.duration(to: first) == .nanoseconds(Int64.min))
        #expect(last.advanced(by: .nanoseconds(1)) == last && first.advanced(by: .nanoseconds(-1)) == first)
    }
}
