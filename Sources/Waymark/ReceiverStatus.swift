import WaymarkInterfaces

/// How a receiver of the service is doing.
public struct ReceiverStatus: Hashable, Sendable, Identifiable {
    /// Its place in the service's configuration.
    public let id: Int

    /// The URL it was configured with.
    public let name: String

    /// What it does.
    public let state: ReceiverCondition

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

    init(_ receiver: InspectInterface.Receiver) {
        id = receiver.number
        name = receiver.name
        state = receiver.state
        reason = receiver.reason
        reasonText = receiver.reasonText
        duration = .seconds(receiver.sinceSeconds)
        lastFixAge = receiver.lastFixAgeSeconds.map { .seconds($0) }
        accuracyMeters = receiver.accuracyMeters
        isFollowed = receiver.followed
        onTime = .seconds(receiver.onSeconds)
    }
}
