import WaymarkInterfaces

/// The state of one of the service's receivers.
public struct ReceiverStatus: Hashable, Sendable, Identifiable {
    /// The service's description of it.
    let told: InspectInterface.Receiver

    /// The receiver's place in the service's configuration, from 0.
    public var id: Int { told.number }

    /// The URL that the receiver is configured with.
    public var name: String { told.name }

    /// The state of the receiver, such as acquiring or fixed.
    public var state: ReceiverCondition { told.state }

    /// The reason for this state, in one word such as `noPosition`; `nil` if the state says enough.
    ///
    /// Later versions of the service may use further words.
    public var reason: String? { told.reason }

    /// The reason for this state, in English.
    public var reasonText: String? { told.reasonText }

    /// The time for which the receiver had been in this state.
    public var duration: Duration { Duration(clamping: told.sinceSeconds) }

    /// The age of the last fix; `nil` if there was none.
    public var lastFixAge: Duration? { told.lastFixAgeSeconds.map { Duration(clamping: $0) } }

    /// The radius in metres of the 68 % circle around the receiver's fixes; `nil` without a fix.
    public var accuracyMeters: Double? { told.accuracyMeters }

    /// Whether the service uses the fixes of this receiver.
    public var isFollowed: Bool { told.followed }

    /// The time for which the receiver has been on since the service started.
    public var onTime: Duration { Duration(clamping: told.onSeconds) }
}
