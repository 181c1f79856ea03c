package import LocationModel

/// Decides what to do about messages from the broker, which anybody may send in any number.
///
/// It performs no I/O, and is told the time.
package struct RelayIntake: Sendable {
    package enum Action: Hashable, Sendable {
        /// Monitor these regions instead of the earlier ones.
        case monitor([UInt8])
        case takePhone([UInt8])
        case reportLocation
    }

    /// The least time between two answers, and between two changes of the regions, of which the newest counts.
    package static let interval: Duration = .seconds(10)

    /// The longest message of a phone; one of OwnTracks has some hundred bytes.
    private static let phoneLimit = 16_384

    private let ownTracks: OwnTracksFormat?
    package let regionsTopic: String?
    private let phoneTopic: String?
    private var mayAnswerAt = MonotonicInstant.systemEpoch
    private var mayMonitorAt = MonotonicInstant.systemEpoch

    /// The latest regions, which wait to be monitored.
    private var regions: [UInt8]?

    /// The number of the last answer about regions until the broker acknowledges it; until then no other is
    /// sent.
    package var unheard: CInt?

    package init(_ settings: RelaySettings) {
        ownTracks = settings.formats.contains(.ownTracks) ? OwnTracksFormat(settings: settings) : nil
        regionsTopic = settings.regionsTopic.map(settings.filled)
        phoneTopic = settings.phoneTopic.map(settings.filled)
    }

    package var topics: [String] { [ownTracks?.commandTopic, regionsTopic, phoneTopic].compactMap(\.self) }

    /// The time at which ``next(at:)`` returns an action; `nil` if nothing waits.
    package var deadline: MonotonicInstant? { regions == nil || unheard != nil ? nil : mayMonitorAt }

    package mutating func receive(_ message: RelayMessage, at now: MonotonicInstant) -> Action? {
        if message.topic == regionsTopic {
            regions = message.payload
            return next(at: now)
        }
        if message.topic == phoneTopic {
            return message.payload.count <= Self.phoneLimit ? .takePhone(message.payload) : nil
        }
        guard now >= mayAnswerAt, ownTracks?.asksForLocation(message) == true else { return nil }
        mayAnswerAt = now + Self.interval
        return .reportLocation
    }

    /// Puts back regions that could not be monitored, unless newer ones wait.
    package mutating func putBack(_ payload: [UInt8]) { regions = regions ?? payload }

    /// Returns the action that has waited long enough.
    package mutating func next(at now: MonotonicInstant) -> Action? {
        guard let payload = regions, now >= mayMonitorAt, unheard == nil else { return nil }
        (regions, mayMonitorAt) = (nil, now + Self.interval)
        return .monitor(payload)
    }
}
