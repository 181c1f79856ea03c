/// What those who want positions need of the receivers.
package struct ReceiverDemand: Hashable, Sendable {
    /// How far apart positions may be; `nil` for as often as a receiver likes.
    package var interval: Duration?

    /// How accurate they need to be, as a 68 % radius in metres; `nil` for as accurate as a receiver can.
    package var accuracyMeters: Double?

    package init(interval: Duration? = nil, accuracyMeters: Double? = nil) {
        self.interval = interval
        self.accuracyMeters = accuracyMeters
    }
}
