/// The interval and the accuracy that consumers need from the receivers.
package struct ReceiverDemand: Hashable, Sendable {
    /// The longest interval between positions; `nil` for as often as a receiver reports.
    package var interval: Duration?

    /// The needed 68 % radius in metres; `nil` for the best accuracy of a receiver.
    package var accuracyMeters: Double?

    package init(interval: Duration? = nil, accuracyMeters: Double? = nil) {
        self.interval = interval
        self.accuracyMeters = accuracyMeters
    }
}
