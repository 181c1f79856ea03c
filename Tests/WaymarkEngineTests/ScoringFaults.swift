import Lab
import LocationModel
import TestSupport
import Testing

/// Something that receivers do wrong, put into a recording whose truth is known without it.
struct InjectedFault: Sendable, CustomTestStringConvertible {
    let name: String

    /// False events that nothing in the fixes themselves could prevent.
    var mostFalseEvents = 0

    /// How many more than the raw fixes may be missed.
    var mostMissed = 0

    /// Seconds of silence an hour that caution may cost.
    var mostDelay = 0.3
    let apply: @Sendable (inout [TrackPoint], inout SeededGenerator) -> Void

    var testDescription: String { name }

    func applied(to track: [TrackPoint]) -> [TrackPoint] {
        var track = track
        var dice = SeededGenerator(seed: 42)
        apply(&track, &dice)
        return track
    }

    static let all: [InjectedFault] = [
        InjectedFault(name: "single outliers, 600 m to 5 km", mostDelay: 1.5) {
            displace(&$0, every: 600, fixes: 1...1, meters: 600...5000, &$1)
        },
        // Where fixes are many seconds apart, ten of them in agreement are a new place by any measure.
        InjectedFault(name: "bursts of 1 to 10 outliers", mostFalseEvents: 12, mostDelay: 4) {
            displace(&$0, every: 600, fixes: 1...10, meters: 600...5000, &$1)
        },
        InjectedFault(name: "reflections of 150 to 600 m", mostFalseEvents: 2, mostDelay: 1.5) {
            displace(&$0, every: 120, fixes: 1...3, meters: 150...600, &$1)
        },
        // Nothing but a minute of patience tells half a minute of agreement from the truth.
        InjectedFault(name: "bursts of 20 to 30 outliers", mostFalseEvents: 16, mostDelay: 18) {
            displace(&$0, every: 900, fixes: 20...30, meters: 600...5000, &$1)
        },
        // A moving receiver's speed hides them, and where there is no speed they are movement.
        InjectedFault(name: "drifts of 700 m at 15 m/s", mostFalseEvents: 4, mostMissed: 1, mostDelay: 6) {
            drift(&$0, metersPerSecond: 15, &$1)
        },
        InjectedFault(name: "drifts of 700 m at 3 m/s", mostFalseEvents: 50, mostDelay: 20) {
            drift(&$0, metersPerSecond: 3, &$1)
        },
        .ofEachFix("no speed and no accuracy") { fix in
            fix.speedMetersPerSecond = nil
            fix.accuracy = nil
        },
        .ofEachFix("errors stated three times too large", mostDelay: 1.5) { scaleAccuracy(of: &$0, by: 3) },
        .ofEachFix("errors stated three times too small") { scaleAccuracy(of: &$0, by: 1.0 / 3) },
        .ofEachFix("a speed of always zero", mostDelay: 0.5) { $0.speedMetersPerSecond = 0 },
        .ofEachFix("a speed in the wrong unit") { fix in
            fix.speedMetersPerSecond = fix.speedMetersPerSecond.map { $0 / 1.94 }
        },
        .ofEachFix("a speed held at zero up to a walk", mostDelay: 4) { fix in
            if fix.speedMetersPerSecond ?? 2 < 1.5 { fix.speedMetersPerSecond = 0 }
        },
    ]

    private static func ofEachFix(
        _ name: String,
        mostDelay: Double = 0.3,
        _ change: @escaping @Sendable (inout Fix) -> Void
    ) -> InjectedFault {
        InjectedFault(name: name, mostDelay: mostDelay) { track, _ in
            for index in track.indices { change(&track[index].fix) }
        }
    }

    private static func scaleAccuracy(of fix: inout Fix, by factor: Double) {
        fix.accuracy?.horizontal68Meters *= factor
        fix.accuracy?.horizontal95Meters *= factor
    }

    /// Lets the position glide away and back every 25 minutes, while the speed stays true.
    private static func drift(
        _ track: inout [TrackPoint],
        metersPerSecond: Double,
        _ dice: inout SeededGenerator
    ) {
        let meters = 700.0
        var start = Double.random(in: 10...1500, using: &dice)
        for index in track.indices {
            let away = (track[index].seconds - start) * metersPerSecond
            guard away >= 0 else { continue }
            let offset = away < meters ? away : max(0, min(meters, 2 * meters + 30 * metersPerSecond - away))
            let place = track[index].fix.coordinate
            track[index].fix.coordinate = place.offset(eastMeters: offset, northMeters: 0)
            if offset == 0, away > meters {
                start = track[index].seconds + Double.random(in: 450...2550, using: &dice)
            }
        }
    }

    private static func displace(
        _ track: inout [TrackPoint],
        every seconds: Double,
        fixes: ClosedRange<Int>,
        meters: ClosedRange<Double>,
        _ dice: inout SeededGenerator
    ) {
        var due = Double.random(in: 10...seconds, using: &dice)
        var index = 0
        while index < track.count {
            guard track[index].seconds >= due else {
                index += 1
                continue
            }
            due = track[index].seconds + Double.random(in: 0.3...1.7, using: &dice) * seconds
            let east = Double.random(in: meters, using: &dice) * (Bool.random(using: &dice) ? 1 : -1)
            let north = Double.random(in: -meters.lowerBound...meters.lowerBound, using: &dice)
            let end = min(track.count, index + Int.random(in: fixes, using: &dice))
            while index < end {
                let place = track[index].fix.coordinate
                track[index].fix.coordinate = place.offset(eastMeters: east, northMeters: north)
                index += 1
            }
        }
    }
}
