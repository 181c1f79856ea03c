import WaymarkInterfaces

/// The state of one of the service's receivers.
public struct ReceiverStatus: Hashable, Sendable, Identifiable {
    /// The receiver's place in the service's configuration, from 0.
    public let id: Int

    /// The URL that the receiver is configured with.
    public let name: String

    /// What the receiver is doing.
    public let state: ReceiverCondition

    /// Why the receiver is in this state, in one word such as `noPosition`; `nil` if the state says it all.
    ///
    /// Later versions of the service may use further words.
    public let reason: String?

    /// Why the receiver is in this state, in English.
    public let reasonText: String?

    /// How long the receiver had been in this state.
    public let duration: Duration

    /// The age of the last fix; `nil` if there was none.
    public let lastFixAge: Duration?

    /// The radius in metres of the 68 % circle around the receiver's fixes; `nil` without a fix.
    public let accuracyMeters: Double?

    /// Whether the service uses the fixes of this receiver.
    public let isFollowed: Bool

    /// How long the receiver has been on since the service started.
    public let onTime: Duration

    init(_ receiver: InspectInterface.Receiver) {
        id = receiver.number
        name = receiver.name
        state = receiver.state
        reason = receiver.reason
        reasonText = receiver.reasonText
        duration = Duration(clamping: receiver.sinceSeconds)
        lastFixAge = receiver.lastFixAgeSeconds.map { Duration(clamping: $0) }
        accuracyMeters = receiver.accuracyMeters
        isFollowed = receiver.followed
        onTime = Duration(clamping: receiver.onSeconds)
    }
}
