package import LocationModel

/// Joins the several reports that gpsd sends for one epoch.
///
/// gpsd sends another report whenever a sentence has added something. Reports with the same time are one epoch, of
/// which the most complete report is kept. It is complete when a report of another time arrives, or when the line has
/// been quiet for a good part of the reporting interval. Until the receiver has the date, gpsd sends positions without
/// a time, also for the first sentences of the very epoch that has it; such reports belong to the open epoch.
package struct EpochCollector: Sendable {
    /// An epoch, and when its first report arrived.
    package struct CollectedEpoch: Equatable, Sendable {
        package var epoch: Epoch
        package var arrival: MonotonicInstant
    }

    /// The number of epochs for which the last SKY report is used.
    private static let skyLifetimeInEpochs = 2

    private struct Pending {
        var time: UTCInstant?
        var best: Epoch
        var arrival: MonotonicInstant
        var lastArrival: MonotonicInstant
        var accuracy: FixAccuracy?

        /// The position of the last report, if it had no time.
        var untimedPlace: Coordinate?
    }

    private struct Sky {
        var satellites: SatelliteCount
        var horizontalDilution: Double?
        var signals: SignalStrengths?
        var arrival: MonotonicInstant
    }

    private var pending: Pending?
    private var lastTime: UTCInstant?
    private var sky: Sky?

    private var interval = ReportingInterval()

    /// Whether the messages are read from a log, where another place without a time is another epoch.
    private let isRecorded: Bool

    package init(isRecorded: Bool = false) { self.isRecorded = isRecorded }

    package var isCollecting: Bool { pending != nil }

    /// The longest time for which an epoch is open: the reporting interval.
    private var longestOpen: Duration { min(interval.median ?? .seconds(1), .seconds(10)) }

    /// When ``flushIfQuiet(at:)`` returns the open epoch.
    package var deadline: MonotonicInstant? {
        // A slow line that is never quiet must not hold back an epoch for ever where times are missing.
        pending.map { min($0.lastArrival + interval.quiet, $0.arrival + longestOpen) }
    }

    package mutating func record(_ message: GPSDMessage, at now: MonotonicInstant) -> CollectedEpoch? {
        var complete: CollectedEpoch?
        switch message {
        case .report(let time, let epoch, _):
            // Further reports for an epoch that was completed by a quiet line are late.
            if let time, time == lastTime { return nil }
            if let time, let current = pending?.time, current != time { complete = flush() }
            var place: Coordinate?
            if time == nil, case .fix(let fix) = epoch { place = fix.coordinate }
            if isRecorded, let place, let openPlace = pending?.untimedPlace, place != openPlace {
                complete = flush()
            }
            if let time, let lastTime { interval.record(gap: lastTime.duration(to: time)) }
            var current = pending ?? Pending(best: epoch, arrival: now, lastArrival: now)
            if current.time == nil { current.time = time }
            if epoch.completeness >= current.best.completeness { current.best = epoch }
            current.untimedPlace = place
            pending = current
        case .deviations(let time, let accuracy):
            if let current = pending, time == nil || current.time == time { pending?.accuracy = accuracy }
        case .sky(let satellites, let horizontalDilution, let signals):
            sky = Sky(
                satellites: satellites,
                horizontalDilution: horizontalDilution,
                signals: signals,
                arrival: now
            )
        case .attitude, .other: return nil
        }
        pending?.lastArrival = now
        return complete
    }

    /// Returns the open epoch if the line has been quiet long enough to complete it.
    package mutating func flushIfQuiet(at now: MonotonicInstant) -> CollectedEpoch? {
        guard let deadline, now >= deadline else { return nil }
        return flush()
    }

    /// Returns the open epoch, because no more of its reports are expected.
    package mutating func flush() -> CollectedEpoch? {
        guard let pending = self.pending.take() else { return nil }
        lastTime = pending.time
        let recentSky = sky.flatMap {
            $0.arrival + longestOpen * Self.skyLifetimeInEpochs >= pending.arrival ? $0 : nil
        }
        let epoch: Epoch
        switch pending.best {
        case .noFix(let time, _):
            epoch = .noFix(time: time, satellites: recentSky?.satellites ?? SatelliteCount())
        case .fix(var fix):
            fix.accuracy = pending.accuracy ?? fix.accuracy
            fix.satellitesUsed = recentSky?.satellites.used
            fix.horizontalDilution = recentSky?.horizontalDilution
            if let signals = recentSky?.signals {
                fix.signs = fix.signs ?? ReceptionSigns()
                fix.signs?.signals = signals
            }
            epoch = .fix(fix)
        }
        return CollectedEpoch(epoch: epoch, arrival: pending.arrival)
    }
}

extension Epoch {
    /// The completeness of a report: any position counts more than none, then the number of values.
    fileprivate var completeness: Int {
        switch self {
        case .noFix(let time, _): return time == nil ? 0 : 1
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
