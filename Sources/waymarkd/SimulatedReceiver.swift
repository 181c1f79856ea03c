import LocationModel

/// The receiver of a service that simulates: its fixes are at the place that a client has set.
///
/// While it is on, it reports that place each second, as a receiver at rest would.
final class SimulatedReceiver: Receiver {
    private static let interval: Duration = .seconds(1)

    let name: String
    let descriptor: CInt? = nil
    private(set) var nextDeadline: MonotonicInstant?

    /// The location that was set last.
    private(set) var fix: Fix?

    /// The time at which it was set.
    private(set) var setAt: MonotonicInstant?

    /// The number of locations that were set.
    private(set) var revision = 0

    private var isOn = false
    private var isNew = false

    /// The time of the last report on the receiver's own time line, and on the service's.
    private var observedAt: MonotonicInstant?
    private var reportedAt: MonotonicInstant?

    /// The time of a route that has passed since the last report.
    private var elapsed: Duration = .zero

    init(name: String) { self.name = name }

    /// Sets the location.
    ///
    /// - Parameters:
    ///   - fix: The location; `nil` for none.
    ///   - elapsed: The time since the location before, on the time line of a route; `nil` for the real time.
    ///   - now: The current time.
    func simulate(_ fix: Fix?, after elapsed: Duration?, at now: MonotonicInstant) {
        (self.fix, setAt, isNew) = (fix, now, true)
        revision += 1
        self.elapsed += elapsed ?? .zero
        if isOn { nextDeadline = now }
    }

    func start(at now: Moment) {
        guard !isOn else { return }
        (isOn, isNew, nextDeadline) = (true, true, now.instant)
    }

    func stop() { (isOn, nextDeadline) = (false, nil) }

    func advance(at now: Moment) -> [ReceiverReport] {
        guard isOn else { return [] }
        defer { isNew = false }
        // Without a location there is nothing to repeat.
        nextDeadline = fix == nil ? nil : now.instant + Self.interval
        let before = observedAt ?? now.instant
        let passed = elapsed > .zero ? elapsed : (reportedAt ?? now.instant).duration(to: now.instant)
        let time = before + passed
        (observedAt, reportedAt, elapsed) = (time, now.instant, .zero)
        guard var fix else {
            return isNew
                ? [
                    .epoch(.noFix(time: now.utc), observedAt: time),
                    .state(.acquiring(.noPosition)),
                ] : []
        }
        fix.time = now.utc
        return (isNew ? [.state(.fixed)] : []) + [.epoch(.fix(fix), observedAt: time)]
    }
}
