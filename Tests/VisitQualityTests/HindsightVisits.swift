import LocationModel
import TestSupport

struct Stay: Sendable {
    var center: Coordinate
    var first: Double
    var last: Double

    /// Whether these are arrival and departure, because there were fixes shortly before and after.
    var arrivalIsKnown = true
    var departureIsKnown = true

    func overlaps(_ other: Stay) -> Bool {
        let common = min(last, other.last) - max(first, other.first)
        return common > 0.5 * min(last - first, other.last - other.first)
    }
}

/// The stays of a recording, as the whole of it tells with hindsight.
///
/// The place in every ten seconds is the median of the fixes within half a minute around, so no wild fix and little wander
/// is left. A stay is what lies within 100 m of its own median for 5 min or more; an absence of less than 5 min and of at
/// most 250 m does not end it. The beginning of a stay is looked for backward from where it is certain. All of this needs
/// the future, so no detector can do it.
enum HindsightVisits {
    static let radiusMeters = 100.0
    static let dwellSeconds = 300.0

    /// The seconds without a fix after which the times of arrival and departure are unknown.
    static let unwatchedSeconds = 900.0

    private struct Sample {
        var seconds: Double
        var place: Coordinate
    }

    static func stays(in points: [TrackPoint]) -> [Stay] {
        let samples = smoothed(points)
        var stays: [Stay] = []
        var index = 0
        var free = 0
        while index < samples.count {
            guard let seed = seed(from: index, samples) else {
                index += 1
                continue
            }
            var center = median(samples[index...seed].map(\.place))
            var last = seed
            var next = seed + 1
            var settledAt = seed
            while next < samples.count {
                let distance = center.distanceMeters(to: samples[next].place)
                if distance <= radiusMeters {
                    last = next
                    // The median of thousands of samples need not be taken each time.
                    if last - settledAt > max(30, (last - index) / 10) {
                        center = median(samples[index...last].map(\.place))
                        settledAt = last
                    }
                } else if distance > 2.5 * radiusMeters
                    || samples[next].seconds - samples[last].seconds >= dwellSeconds
                {
                    break
                }
                next += 1
            }
            var first = index
            while first > free, center.distanceMeters(to: samples[first - 1].place) <= radiusMeters {
                first -= 1
            }
            while first < last, center.distanceMeters(to: samples[first].place) > radiusMeters { first += 1 }
            if samples[last].seconds - samples[first].seconds >= dwellSeconds {
                stays.append(
                    Stay(
                        center: center,
                        first: samples[first].seconds,
                        last: samples[last].seconds,
                        arrivalIsKnown: first > 0
                            && samples[first].seconds - samples[first - 1].seconds <= unwatchedSeconds,
                        departureIsKnown: last + 1 < samples.count
                            && samples[last + 1].seconds - samples[last].seconds <= unwatchedSeconds
                    )
                )
                free = last + 1
            }
            index = max(last + 1, index + 1)
        }
        return stays
    }

    /// Returns the sample at which a stay from `index` on has lasted long enough.
    private static func seed(from index: Int, _ samples: [Sample]) -> Int? {
        var end = index
        while samples[end].seconds - samples[index].seconds < dwellSeconds {
            end += 1
            guard end < samples.count,
                // Half of the way across is far from any common median.
                samples[index].place.distanceMeters(to: samples[end].place) <= 2 * radiusMeters
            else { return nil }
        }
        let center = median(samples[index...end].map(\.place))
        let first = median(samples[index...(index + end) / 2].map(\.place))
        let second = median(samples[((index + end + 1) / 2)...end].map(\.place))
        // Who walks slowly does not stay.
        guard first.distanceMeters(to: second) <= radiusMeters / 2 else { return nil }
        return samples[index...end].allSatisfy { center.distanceMeters(to: $0.place) <= radiusMeters }
            ? end : nil
    }

    private static func smoothed(_ points: [TrackPoint]) -> [Sample] {
        var samples: [Sample] = []
        var (first, end) = (0, 0)
        var next = -Double.infinity
        for point in points where point.seconds >= next {
            while points[first].seconds < point.seconds - 30 { first += 1 }
            end = max(end, first)
            while end < points.count, points[end].seconds <= point.seconds + 30 { end += 1 }
            samples.append(
                Sample(seconds: point.seconds, place: median(points[first..<end].map(\.fix.coordinate)))
            )
            next = point.seconds + 10
        }
        return samples
    }

    private static func median(_ places: [Coordinate]) -> Coordinate {
        let latitudes = places.map(\.latitudeDegrees).sorted()
        let longitudes = places.map(\.longitudeDegrees).sorted()
        return Coordinate(
            latitudeDegrees: latitudes[places.count / 2],
            longitudeDegrees: longitudes[places.count / 2]
        ) ?? places[0]
    }
}
