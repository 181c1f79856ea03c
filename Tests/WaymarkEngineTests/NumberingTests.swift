import LocationModel
import Testing
import WaymarkEngine

@Suite("Identifiers")
struct NumberingTests {
    private static let start = MonotonicInstant.systemEpoch.advanced(by: .seconds(3600))
    private static let secret = NumberingSecret(1, 2)

    @Test("are all different, and rise with time")
    func unique() {
        var numbers = Numbering(.request, Self.secret, from: Self.start)
        var all: [[UInt64]] = []
        for millisecond in [0, 1, 7, 7_000_000] {
            let now = Self.start.advanced(by: .milliseconds(millisecond))
            all.append((0..<10_000).map { _ in numbers.next(at: now) })
        }
        #expect(Set(all.joined()).count == 40_000)
        #expect(zip(all, all.dropFirst()).allSatisfy { ($0.max() ?? .max) < ($1.min() ?? .min) })
    }

    @Test("of widgets are short, in the order of placing, and say nothing of the widgets between them")
    func widgets() {
        var numbers = Numbering(.widget, Self.secret, from: Self.start)
        let now = Self.start.advanced(by: .seconds(60))
        var (before, steps) = (numbers.next(at: now), Set<UInt64>())
        for millisecond in 1...1000 {
            let next = numbers.next(at: now.advanced(by: .milliseconds(millisecond)))
            #expect(next > before && next < 100_000_000)
            steps.insert(next - before)
            before = next
        }
        #expect(steps.count > 200)
        // More than distinguish those of a millisecond take the numbers of later ones.
        let many = (0..<1000).map { _ in numbers.next(at: now.advanced(by: .seconds(60))) }
        #expect(Set(many).count == 1000 && many.allSatisfy { $0 > before })
    }

    @Test("of widgets are drawn by an engine with a secret, and rise over its restarts")
    func placed() throws {
        var state = SavedState()
        state.kinds[.here] = KindDeclaration(wantsLocation: true)
        var placed: [WidgetIdentifier] = []
        for start in 0..<3 as Range<UInt64> {
            var engine = Engine(state: state, secret: NumberingSecret(start, 7), at: .start)
            for call in 1...3 as ClosedRange<UInt64> {
                let effects = engine.handle(
                    .called(.place(.here), by: .owner, call: CallIdentifier(call)),
                    at: .start
                )
                for case .reply(_, .widget(let widget)) in effects { placed.append(widget) }
            }
            state = engine.savedState
        }
        #expect(placed.count == 9 && Set(placed).count == 9)
        #expect(zip(placed, placed.dropFirst()).contains { $1.rawValue != $0.rawValue + 1 })
        #expect(stride(from: 3, to: 9, by: 3).allSatisfy { placed[$0] > placed[..<$0].max() ?? placed[$0] })
    }

    @Test("do not tell how many others were made, at one time or later")
    func telling() {
        // Whoever gets every hundredth sees no pattern in which the hundred would show.
        var numbers = Numbering(.request, Self.secret, from: Self.start)
        var differences: Set<Int64> = []
        var previous: Int64 = 0
        for number in 0..<10_000 {
            let next = Int64(numbers.next(at: Self.start) & 0xFFFFF)
            guard number % 100 == 0 else { continue }
            differences.insert(next - previous)
            previous = next
        }
        #expect(differences.count > 95)
        // The same count gives something else a millisecond later, and for another purpose.
        var later = Numbering(.request, Self.secret, from: Self.start)
        var other = Numbering(.session, Self.secret, from: Self.start)
        var first = Numbering(.request, Self.secret, from: Self.start)
        let firsts = (0..<20).map { _ in first.next(at: Self.start) }
        let laters = (0..<20).map { _ in later.next(at: Self.start.advanced(by: .milliseconds(1))) & 0xFFFFF }
        let others = (0..<20).map { _ in other.next(at: Self.start) }
        #expect(zip(firsts, laters).count { $0 == $1 } < 3)
        #expect(zip(firsts, others).count { $0 == $1 } < 3)
    }

    @Test("continue after the last of an earlier run, whatever the clock said then")
    func continued() {
        let last: UInt64 = 123_456_789 << 20 | 77
        for secret in [Self.secret, nil] {
            var numbers = Numbering(.ticket, secret, from: Self.start, after: last)
            #expect((0..<100).allSatisfy { _ in numbers.next(at: Self.start) > last })
        }
    }
}
