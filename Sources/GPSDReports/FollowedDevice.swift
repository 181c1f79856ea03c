import LocationModel

/// The one device of a gpsd that is listened to: the first that has a position.
///
/// gpsd hands on all its devices' reports as they come; two of them must not be taken for one receiver.
package struct FollowedDevice: Equatable, Sendable {
    private var path: String?

    /// Follows none so far.
    package init() {}

    /// Tells whether to listen to a message of the device with this path; to all while none has had a position.
    package mutating func isAuthor(_ device: String, of message: GPSDMessage) -> Bool {
        if let path { return device == path }
        if case .report(_, .fix) = message { path = device }
        return true
    }

    /// Lets go of a device that gpsd no longer has.
    package mutating func hasGone(_ device: String) {
        if device == path { path = nil }
    }

    /// Lets go of a device that has gone silent: another may have a position.
    package mutating func letGo() { path = nil }
}
