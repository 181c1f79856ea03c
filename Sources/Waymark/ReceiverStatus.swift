import WaymarkInterfaces

/// The state of one of the service's receivers.
public struct ReceiverStatus: Hashable, Sendable, Identifiable {
    /// What the service tells of it.
    let told: InspectInterface.Receiver

    /// The receiver's place in the service's configuration, from 0.
    public var id: Int { told.number }

    /// The URL that the receiver is configured with.
    public var name: String { told.name }

    /// What the receiver is doing.
    public var state: ReceiverCondition { told.state }

    /// Why the receiver is in this state, in one word such as `noPosition`; `nil` if the state says it all.
    ///
    /// Later versions of the service may use further words.
    public var reason: String? { told.reason }

    /// Why the receiver is in this state, in English.
    public var reasonText: String? { told.reasonText }

    /// How long the receiver had been in this state.
    public var duration: Duration { Duration(clamping: told.sinceSeconds) }

    /// The age of the last fix; `nil` if there was none.
    public var lastFixAge: Duration? { told.lastFixAgeSeconds.map { Duration(clamping: $0) } }

    /// The radius in metres of the 68 % circle around the receiver's fixes; `nil` without a fix.
    public var accuracyMeters: Double? { told.accuracyMeters }

    /// Whether the service uses the fixes of this receiver.
    public var isFollowed: Bool { told.followed }

    /// How long the receiver has been on since the service started.
    public var onTime: Duration { Duration(clamping: told.onSeconds) }
}
