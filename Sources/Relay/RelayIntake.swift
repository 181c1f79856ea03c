package import LocationModel

/// Decides what is done about what comes from the broker, from anybody and in any amount.
///
/// It performs no I/O, and is told the time.
package struct RelayIntake: Sendable {
    package enum Action: Hashable, Sendable {
        /// Monitor these regions in the place of those before.
        case monitor([UInt8])
        case takePhone([UInt8])
        case reportLocation
    }

    /// The least time between two answers, and between two changes of the regions, of which the newest counts.
    package static let interval: Duration = .seconds(10)

    /// The longest message of a phone; one of OwnTracks has some hundred bytes.
    private static let phoneLimit = 16_384

    private let formats: [any RelayFormat]
    private let regionsTopic: String?
    private let phoneTopic: String?
    private var mayAnswerAt = MonotonicInstant.systemEpoch
    private var mayMonitorAt = MonotonicInstant.systemEpoch

    /// The regions that wait.
    private var regions: [UInt8]?

    /// Whether the broker has not acknowledged what it was last told of regions, and would be told no more.
    package var isUnheard = false

    package init(_ formats: [any RelayFormat], regionsTopic: String?, phoneTopic: String?) {
        (self.formats, self.regionsTopic, self.phoneTopic) = (formats, regionsTopic, phoneTopic)
    }

    /// All topics that are read.
    package var topics: [String] {
        formats.flatMap(\.commandTopics) + [regionsTopic, phoneTopic].compactMap(\.self)
    }

    /// When ``next(at:)`` has something; `nil` if nothing waits.
    package var deadline: MonotonicInstant? { regions == nil || isUnheard ? nil : mayMonitorAt }

    package mutating func receive(_ message: RelayMessage, at now: MonotonicInstant) -> Action? {
        if message.topic == regionsTopic {
            regions = message.payload
            return next(at: now)
        }
        if message.topic == phoneTopic {
            return message.payload.count <= Self.phoneLimit ? .takePhone(message.payload) : nil
        }
        // What was asked before nobody waits for any more.
        guard !message.isRetained, now >= mayAnswerAt,
            formats.contains(where: { $0.asksForLocation(message) })
        else { return nil }
        mayAnswerAt = now + Self.interval
        return .reportLocation
    }

    /// Returns what has waited long enough.
    package mutating func next(at now: MonotonicInstant) -> Action? {
        guard let payload = regions, now >= mayMonitorAt, !isUnheard else { return nil }
        (regions, mayMonitorAt) = (nil, now + Self.interval)
        return .monitor(payload)
    }
}
