package import LocationModel

/// Makes one epoch of the several reports that gpsd sends for one.
///
/// gpsd reports again whenever a sentence has added something. Reports of one time are one epoch, of which the
/// most complete is kept; it leaves when a report of another time comes, or when the line has been quiet for
/// a good part of the receiver's interval. Until the receiver has told the date, gpsd gives positions without
/// a time, also for the first sentences of the very epoch that tells it: those belong to what is being collected.
package struct EpochCollector: Sendable {
    /// An epoch, and when its first report came.
    package struct Collected: Equatable, Sendable {
        package var epoch: Epoch
        package var arrival: MonotonicInstant
    }

    /// The part of an interval that has to be quiet: gpsd's reports follow the receiver's burst of sentences.
    private static let quietPart = 0.3
    private static let shortestQuiet: Duration = .milliseconds(20)
    private static let longestQuiet: Duration = .milliseconds(500)

    /// The time between epochs that nearly all receivers have unless told otherwise.
    private static let usualInterval: Duration = .seconds(1)

    /// Epochs for which the last word about the satellites is believed.
    private static let skyLifetimeInEpochs = 2

    private struct Pending {
        var time: UTCInstant?
        var best: Epoch
        var arrival: MonotonicInstant
        var lastArrival: MonotonicInstant
        var deviations: GPSDMessage.Deviations?
    }

    private struct Sky {
        var satellitesUsed: Int?
        var horizontalDilution: Double?
        var arrival: MonotonicInstant
    }

    private var pending: Pending?
    private var lastTime: UTCInstant?
    private var sky: Sky?

    /// The time between the receiver's epochs, as far as it is known.
    private(set) var interval = usualInterval

    /// Creates a collector at the start of a connection or a log.
    package init() {}

    /// Whether there are reports whose epoch has not been handed out.
    package var isCollecting: Bool { pending != nil }

    /// When ``takeQuiet(at:)`` has something to give.
    package var deadline: MonotonicInstant? {
        // A line so slow that it is never quiet must not hold an epoch back for ever where times are missing.
        pending.map { min($0.lastArrival + quiet, $0.arrival + interval) }
    }

    /// Takes in a message and returns the epoch that it shows to be complete.
    package mutating func take(_ message: GPSDMessage, at now: MonotonicInstant) -> Collected? {
        var complete: Collected?
        switch message {
        case .report(let time, let epoch):
            // After an epoch has left on a quiet line, whatever else comes for it is late.
            if let time, time == lastTime { return nil }
            if let time, let current = pending?.time, current != time { complete = takePending() }
            learnInterval(to: time)
            var current = pending ?? Pending(best: epoch, arrival: now, lastArrival: now)
            if current.time == nil { current.time = time }
            if epoch.completeness >= current.best.completeness { current.best = epoch }
            pending = current
        case .deviations(let time, let deviations):
            if let current = pending, time == nil || current.time == time { pending?.deviations = deviations }
        case .sky(let satellitesUsed, let horizontalDilution):
            sky = Sky(satellitesUsed: satellitesUsed, horizontalDilution: horizontalDilution, arrival: now)
        case .other: return nil
        }
        pending?.lastArrival = now
        return complete
    }

    /// Returns the epoch that a quiet line shows to be complete.
    package mutating func takeQuiet(at now: MonotonicInstant) -> Collected? {
        guard let deadline, now >= deadline else { return nil }
        return takePending()
    }

    private var quiet: Duration {
        min(max(interval * Self.quietPart, Self.shortestQuiet), Self.longestQuiet)
    }

    /// Returns the epoch that is being collected, because nothing more of it is to be expected.
    package mutating func takePending() -> Collected? {
        guard let taken = pending.take() else { return nil }
        lastTime = taken.time
        guard case .fix(var fix) = taken.best else {
            return Collected(epoch: taken.best, arrival: taken.arrival)
        }
        if let deviations = taken.deviations { fix.accuracy = FixAccuracy(deviations) }
        if let sky, sky.arrival + interval * Self.skyLifetimeInEpochs >= taken.arrival {
            fix.satellitesUsed = sky.satellitesUsed
            fix.horizontalDilution = sky.horizontalDilution
        }
        return Collected(epoch: .fix(fix), arrival: taken.arrival)
    }

    private mutating func learnInterval(to time: UTCInstant?) {
        guard let lastTime, let time else { return }
        let difference = lastTime.duration(to: time)
        // More is a gap, less is out of order.
        guard difference >= .milliseconds(20), difference <= .seconds(10) else { return }
        interval = difference
    }
}

extension Epoch {
    /// How much a report says: any position is more than none, then the number of values.
    fileprivate var completeness: Int {
        switch self {
        case .noFix(let time): return time == nil ? 0 : 1
        case .fix(let fix):
            let given = [
                fix.time != nil, fix.mode == .threeDimensional, fix.accuracy != nil,
                fix.accuracy?.vertical68Meters != nil, fix.altitudeMeters != nil,
                fix.geoidSeparationMeters != nil, fix.speedMetersPerSecond != nil,
                fix.courseDegrees != nil, fix.quality != .unknown,
            ]
            return 2 + given.count { $0 }
        }
    }
}
