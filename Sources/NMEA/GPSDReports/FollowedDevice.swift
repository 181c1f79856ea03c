import LocationModel

/// The one device of a gpsd whose reports are used: the first that has a position.
///
/// gpsd forwards the reports of all its devices as they come; two devices must not be mistaken for one receiver.
package struct FollowedDevice: Equatable, Sendable {
    private var path: String?

    /// Creates a value that follows no device yet.
    package init() {}

    /// Returns whether to use a message from the device with this path.
    ///
    /// Until a device has a position, every message is used.
    package mutating func accepts(_ message: GPSDMessage, from device: String) -> Bool {
        if let path { return device == path }
        if case .report(_, .fix, _) = message { path = device }
        return true
    }

    /// Stops following a device that was removed from gpsd.
    package mutating func forget(_ device: String) {
        if device == path { path = nil }
    }

    /// Stops following the device because it is silent; another one may have a position.
    package mutating func reset() { path = nil }
}
