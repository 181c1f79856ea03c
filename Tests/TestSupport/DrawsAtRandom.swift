package import RouteSimulator

/// Something that chooses at random, the same on every run.
package protocol DrawsAtRandom {
    var random: SeededGenerator { get set }
}

extension DrawsAtRandom {
    package mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }
}
