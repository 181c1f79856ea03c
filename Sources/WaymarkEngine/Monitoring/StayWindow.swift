import LocationModel

/// The latest fixes that lie together, which may be the beginning of a stay.
///
/// Fixes of some seconds are joined to one sample, so a window has some dozens of them at most, at any rate of fixes.
struct StayWindow: Equatable, Sendable {
    /// Fixes close in time and place.
    struct Sample: Equatable {
        var center: Coordinate
        var horizontal68Meters: Double
        var error95Meters: Double
        var first: MonotonicInstant
        var last: MonotonicInstant
        var count = 1.0

        mutating func add(_ fix: Fix, error95Meters: Double, at now: MonotonicInstant) {
            count += 1
            center = center.moved(toward: fix.coordinate, by: 1 / count)
            horizontal68Meters += (fix.assumedError68Meters - horizontal68Meters) / count
            self.error95Meters += (error95Meters - self.error95Meters) / count
            last = now
        }
    }

    struct Stay: Equatable {
        var center: Coordinate
        var horizontal68Meters: Double
        var first: MonotonicInstant
        var last: MonotonicInstant

        /// Whether the machine was seen elsewhere shortly before, so that ``first`` is the time of the arrival.
        var arrivalIsKnown: Bool
    }

    private(set) var samples: [Sample] = []

    /// The last time that the machine was seen elsewhere; `nil` when it never was.
    var lastElsewhere: MonotonicInstant?

    var isEmpty: Bool { samples.isEmpty }

    /// The time from the first fix to the last.
    var seen: Duration {
        samples.isEmpty ? .zero : samples[0].first.duration(to: samples[samples.count - 1].last)
    }

    var span: Duration { arrival.map { $0.duration(to: samples[samples.count - 1].last) } ?? .zero }

    /// The probable time of arrival: a third of the way back to the last fix elsewhere.
    ///
    /// It is within ``longestAhead`` of the first fix, since after long pauses the way there takes most of that time.
    private var arrival: MonotonicInstant? {
        guard let first = samples.first?.first else { return nil }
        guard arrivalIsKnown, let lastElsewhere else { return first }
        return first - min(lastElsewhere.duration(to: first) / 3, Self.longestAhead)
    }

    /// Whether the machine was seen elsewhere shortly before.
    private var arrivalIsKnown: Bool {
        guard let lastElsewhere, let first = samples.first?.first else { return false }
        return lastElsewhere.duration(to: first) <= Visits.longestUnwatched
    }

    /// The longest time that the arrival is assumed to lie before the first fix in a place.
    private static let longestAhead: Duration = .seconds(30)

    init() {}

    init(_ stay: Stay) {
        samples = [
            Sample(
                center: stay.center,
                horizontal68Meters: stay.horizontal68Meters,
                error95Meters: 0,
                first: stay.first,
                last: stay.last,
                count: Visits.samplesOfStay
            )
        ]
        lastElsewhere = stay.arrivalIsKnown ? stay.first : nil
    }

    /// Adds a fix, and drops the earliest samples until all lie within the radius of their middle.
    mutating func add(
        _ fix: Fix,
        error95Meters: Double,
        at now: MonotonicInstant,
        _ settings: Visits.Settings
    ) {
        if let last = samples.last, last.first.duration(to: now) < settings.sampleLength,
            last.center.distanceMeters(to: fix.coordinate) <= settings.radiusMeters / 2
        {
            samples[samples.count - 1].add(fix, error95Meters: error95Meters, at: now)
        } else {
            samples.append(
                Sample(
                    center: fix.coordinate,
                    horizontal68Meters: fix.assumedError68Meters,
                    error95Meters: error95Meters,
                    first: now,
                    last: now
                )
            )
        }
        while samples.count > 1, let middle = Self.middle(of: samples[...]),
            !samples[0].lies(within: settings.radiusMeters, of: middle)
                || !samples[samples.count - 1].lies(within: settings.radiusMeters, of: middle)
        {
            dropFirst()
        }
    }

    /// Returns the stay if it has lasted long enough, and drops the samples of the way there.
    mutating func stay(_ settings: Visits.Settings) -> Stay? {
        while span >= settings.dwell, let middle = Self.middle(of: samples[...]) {
            let half = samples.count / 2
            // A slow walk stays within the radius of its middle for long, but its first half lies beside its
            // second.
            let drift =
                Self.middle(of: samples[..<half])
                .flatMap { first in Self.middle(of: samples[half...])?.distanceMeters(to: first) } ?? 0
            let noise = samples.reduce(0) { $0 + $1.error95Meters } / Double(samples.count)
            guard drift <= settings.radiusMeters / 2 + noise,
                samples[0].lies(within: settings.radiusMeters, of: middle)
            else {
                dropFirst()
                continue
            }
            return begun
        }
        return nil
    }

    /// The stay so far, however short; `nil` without a fix.
    var begun: Stay? {
        guard let middle = Self.middle(of: samples[...]), let arrival else { return nil }
        return Stay(
            center: middle,
            horizontal68Meters: samples.reduce(0) { $0 + $1.horizontal68Meters } / Double(samples.count),
            first: arrival,
            last: samples[samples.count - 1].last,
            arrivalIsKnown: arrivalIsKnown
        )
    }

    private mutating func dropFirst() { lastElsewhere = samples.removeFirst().last }

    /// Returns the mean of the samples, each counting once however many fixes it has.
    private static func middle(of samples: ArraySlice<Sample>) -> Coordinate? {
        guard var middle = samples.first?.center else { return nil }
        for (index, sample) in samples.dropFirst().enumerated() {
            middle = middle.moved(toward: sample.center, by: 1 / Double(index + 2))
        }
        return middle
    }
}

extension StayWindow.Sample {
    fileprivate func lies(within meters: Double, of middle: Coordinate) -> Bool {
        center.distanceMeters(to: middle) <= meters + error95Meters
    }
}

extension Coordinate {
    /// Returns the place that is `share` of the way to another, for ways of some kilometres.
    func moved(toward other: Coordinate, by share: Double) -> Coordinate {
        let (east, north) = offsetMeters(to: other)
        return offset(eastMeters: east * share, northMeters: north * share)
    }
}

extension Fix {
    /// The 68 % radius in metres; without one, the usual fraction of the assumed 95 % radius.
    var assumedError68Meters: Double { accuracy?.horizontal68Meters ?? assumedError95Meters * 0.6 }
}
