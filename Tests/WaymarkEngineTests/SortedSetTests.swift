import RouteSimulator
import Testing

@testable import WaymarkEngine

@Suite("A sorted set")
struct SortedSetTests {
    @Test(
        "holds what a plain set holds, in order, whatever comes and goes",
        arguments: [1, 2, 3] as [UInt64]
    )
    func contents(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (sorted, plain) = (SortedSet<Int>(), Set<Int>())
        for step in 0..<6000 {
            let number = Int.random(in: 0..<3000, using: &random)
            // It grows at first, then shrinks.
            if Int.random(in: 0..<6000, using: &random) > step {
                sorted.insert(number)
                plain.insert(number)
            } else {
                sorted.remove(number)
                plain.remove(number)
            }
            #expect(sorted.contains(number) == plain.contains(number))
            guard step % 500 == 0 else { continue }
            let all = plain.sorted()
            #expect(sorted.elements == all)
            #expect(sorted.count == all.count)
            #expect(sorted.last == all.last)
            let place = Int.random(in: -1..<3001, using: &random)
            #expect(sorted.first(700, after: place) == Array(all.filter { $0 > place }.prefix(700)))
            #expect(sorted.first(3) == Array(all.prefix(3)))
        }
    }

    @Test("is the same as another with the same elements, however they came to it")
    func equality() {
        let up = SortedSet(0..<2000)
        let down = SortedSet((0..<2000).reversed())
        #expect(up == down)
        #expect(up.hashValue == down.hashValue)
        var less = up
        less.remove(7)
        #expect(less != up)
        less.insert(2000)
        #expect(less.count == up.count && less != up)
        less.remove(2000)
        for number in 0..<2000 { less.remove(number) }
        #expect(less.isEmpty)
        #expect(less == SortedSet())
        #expect(less.first(1).isEmpty)
    }
}

@Suite("Sets under keys")
struct KeyedSetsTests {
    @Test("lose a key with its last element")
    func lastElement() {
        var plain: [String: Set<Int>] = ["a": [1, 2], "b": [1]]
        var sorted = plain.mapValues { SortedSet($0) }
        let steps = [(3, "a", "ab"), (1, "a", "ab"), (2, "a", "b"), (1, "c", "b")]
        for (element, key, left) in steps {
            plain.remove(element, under: key)
            sorted.remove(element, under: key)
            #expect(plain.keys.sorted().joined() == left && sorted.keys.sorted().joined() == left)
        }
        #expect(plain == ["b": [1]] && sorted["b"]?.elements == [1])
    }
}
