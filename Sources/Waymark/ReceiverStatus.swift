import WaymarkInterfaces

/// How a receiver of the service is doing.
public struct ReceiverStatus: Hashable, Sendable, Identifiable {
    /// What a receiver does.
    public enum State: String, Hashable, Sendable {
        /// Nobody needs it.
        case off

        /// It is needed and cannot be reached.
        case absent

        /// It is being opened.
        case connecting

        /// It is open, and has had no position since.
        case acquiring

        /// It gives fixes.
        case fixed

        /// It had a position, and has none any more.
        case lost

        /// It is a recording that has been played to its end.
        case ended
    }

    /// Its place in the service's configuration.
    public let id: Int

    /// The URL it was configured with.
    public let name: String

    /// What it does.
    public let state: State

    /// Why, in one word such as `noPosition`, where the state alone does not say it; there may come to be more words.
    public let reason: String?

    /// Why, for a person, in English.
    public let reasonText: String?

    /// How long it had been in this state.
    public let duration: Duration

    /// How old its last fix was, where there was one.
    public let lastFixAge: Duration?

    /// Metres around its fixes that hold the truth with 68 % probability, as it states them; while it is fixed.
    public let accuracyMeters: Double?

    /// Whether it is the one of several whose fixes are used.
    public let isFollowed: Bool

    /// How long it has been on since the service started.
    public let onTime: Duration

    init(_ receiver: InspectInterface.Receiver) throws(ClientError) {
        guard let state = State(rawValue: receiver.state.rawValue) else {
            throw .protocolViolation("a receiver in the unknown state \(receiver.state.rawValue)")
        }
        id = receiver.number
        name = receiver.name
        self.state = state
        reason = receiver.reason
        reasonText = receiver.reasonText
        duration = .seconds(receiver.sinceSeconds)
        lastFixAge = receiver.lastFixAgeSeconds.map { .seconds($0) }
        accuracyMeters = receiver.accuracyMeters
        isFollowed = receiver.followed
        onTime = .seconds(receiver.onSeconds)
    }
}
