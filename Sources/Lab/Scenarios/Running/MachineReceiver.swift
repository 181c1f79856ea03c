import LocationModel

/// A receiver that knows where a journey is, with a constant accuracy and without noise.
final class MachineReceiver: Receiver {
    /// The 95 % radius of a circular normal error as a multiple of the 68 % radius.
    static let radius95 = 1.62

    let name: String
    let descriptor: CInt? = nil
    private(set) var nextDeadline: MonotonicInstant?

    private let journey: Journey
    private let beginning: Moment
    private let accuracyMeters: Double
    private let interval: Duration
    private var isFixed = false

    init(
        name: String,
        journey: Journey,
        beginning: Moment,
        accuracyMeters: Double,
        interval: Duration
    ) {
        self.name = name
        self.journey = journey
        self.beginning = beginning
        self.accuracyMeters = accuracyMeters
        self.interval = interval
    }

    func start(at now: Moment) {
        guard nextDeadline == nil else { return }
        isFixed = false
        nextDeadline = now.instant.advanced(by: interval)
    }

    func stop() { nextDeadline = nil }

    func advance(at now: Moment) -> [ReceiverReport] {
        guard let due = nextDeadline, due <= now.instant else { return [] }
        // After a suspension it goes on from now.
        nextDeadline = max(due.advanced(by: interval), now.instant.advanced(by: .milliseconds(1)))
        let time = beginning.instant.duration(to: now.instant)
        var fix = Fix(
            // It comes from the satellites, however the machine's clock is set.
            time: beginning.utc.advanced(by: time),
            coordinate: journey.position(at: time),
            mode: .threeDimensional,
            quality: .autonomous,
            accuracy: FixAccuracy(
                horizontal68Meters: accuracyMeters,
                horizontal95Meters: accuracyMeters * Self.radius95,
                source: .standardDeviations
            )
        )
        fix.speedMetersPerSecond = journey.speed(at: time)
        let state: [ReceiverReport] = isFixed ? [] : [.state(.fixed)]
        isFixed = true
        return state + [.epoch(.fix(fix), observedAt: now.instant)]
    }
}
