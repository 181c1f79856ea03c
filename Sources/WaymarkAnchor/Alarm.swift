import LocationModel
import WaymarkInterfaces

/// The dead man's switch: alarms from the service's reports of the anchor, and from the service's silence.
///
/// The service judges whether the anchor holds. This rule judges the service: while an anchor is down, its silence is an
/// alarm.
struct Alarm {
    enum Step: Hashable {
        /// Sound the alarm with this text, for the first time or again.
        case sound(String)
        case end(String)
    }

    private enum Cause: Hashable {
        /// The service reports that the anchor drags, or that its condition is unknown.
        case anchor(AnchorCondition)
        case silence
    }

    typealias Instant = ContinuousClock.Instant

    /// The additional silence allowed on an open stream, which has a sign of life every 25 to 27 s.
    private static let longerIfOpen: Duration = .seconds(15)

    /// Whether an anchor is down, as far as is known.
    private(set) var isDown: Bool

    private let configuration: AlarmConfiguration
    private var anchor: MonitorInterface.Anchor?
    private var isOpen = false

    /// The last sign of life, or the end of the stream.
    private var silentSince: Instant
    private var silenceIsHeard = false
    private var cause: Cause?
    private var soundedAt: Instant

    init(isDown: Bool, _ configuration: AlarmConfiguration, at now: Instant) {
        self.isDown = isDown
        self.configuration = configuration
        silentSince = now
        soundedAt = now
    }

    // MARK: The service

    mutating func update(_ anchor: MonitorInterface.Anchor?, at now: Instant) {
        self.anchor = anchor
        isDown = anchor != nil
        hearSignOfLife(at: now)
    }

    mutating func hearSignOfLife(at now: Instant) {
        isOpen = true
        silentSince = now
        silenceIsHeard = false
    }

    /// Records that the stream ended, or could not be opened.
    mutating func lose(at now: Instant) {
        if isOpen { silentSince = now }
        isOpen = false
    }

    /// Records that somebody has heard the alarm, and returns whether to tell the service, whose alarm it is.
    mutating func silence() -> Bool {
        if cause == .silence { silenceIsHeard = true }
        return cause != nil && cause != .silence
    }

    // MARK: Time

    private var silentAt: Instant? {
        guard isDown, !silenceIsHeard else { return nil }
        return silentSince + configuration.silenceAfter + (isOpen ? Self.longerIfOpen : .zero)
    }

    private var repeatAt: Instant? { cause == nil ? nil : soundedAt + configuration.repeatEvery }

    /// The time at which ``next(at:)`` has something to do; `nil` for none.
    var deadline: Instant? {
        [cause == .silence ? nil : silentAt, repeatAt].compactMap(\.self).min()
    }

    mutating func next(at now: Instant) -> Step? {
        let present: Cause?
        if let silentAt, silentAt <= now {
            present = .silence
        } else {
            present = anchor.flatMap { isDown && $0.isAlarm ? .anchor($0.condition) : nil }
        }
        guard present != cause || present != nil && repeatAt.map({ $0 <= now }) ?? false else { return nil }
        defer { cause = present }
        guard let present else {
            if silenceIsHeard || anchor?.silenced ?? false { return .end("somebody has heard the alarm") }
            return .end(anchor?.words ?? "the anchor is up")
        }
        soundedAt = now
        switch present {
        case .anchor: return .sound(anchor?.words ?? "")
        case .silence:
            let seconds = Int(silentSince.duration(to: now) / .seconds(1))
            return .sound(
                "whether the anchor holds is not known any more: the location service has been silent for \(seconds) s"
            )
        }
    }
}
