package import LocationModel

/// The movements of a machine: it stands, or moves straight at a constant speed.
package struct Journey: Hashable, Sendable {
    private struct Leg: Hashable {
        var start: Duration
        var from: Coordinate
        var to: Coordinate
        var end: Duration
    }

    package let origin: Coordinate
    private var legs: [Leg] = []

    init(at origin: Coordinate) { self.origin = origin }

    package func position(at time: Duration) -> Coordinate {
        guard let leg = leg(at: time) else { return origin }
        guard time < leg.end else { return leg.to }
        let share = (time - leg.start).inSeconds / (leg.end - leg.start).inSeconds
        let offset = leg.from.offsetMeters(to: leg.to)
        return leg.from.offset(eastMeters: offset.east * share, northMeters: offset.north * share)
    }

    /// Returns the speed at a time in metres per second.
    package func speed(at time: Duration) -> Double {
        guard let leg = leg(at: time), time < leg.end else { return 0 }
        return leg.from.distanceMeters(to: leg.to) / (leg.end - leg.start).inSeconds
    }

    /// Adds a movement, which begins no earlier than those before it.
    mutating func add(_ movement: Movement, at time: Duration) {
        let from = position(at: time)
        switch movement {
        case .travel(let place, let speed):
            let arrival = time + .seconds(from.distanceMeters(to: place) / speed)
            legs.append(Leg(start: time, from: from, to: place, end: arrival))
        case .put(let place): legs.append(Leg(start: time, from: place, to: place, end: time))
        case .halt: legs.append(Leg(start: time, from: from, to: from, end: time))
        }
    }

    /// The latest movement that has begun; legs are in the order of time.
    private func leg(at time: Duration) -> Leg? {
        var (low, high) = (0, legs.count)
        while low < high {
            let middle = (low + high) / 2
            if legs[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? legs[low - 1] : nil
    }
}
