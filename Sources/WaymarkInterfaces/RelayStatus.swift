package import LocationModel

/// The file in which `waymark-relay` tells `waymarkctl relay` how much waits, and never what.
package struct RelayStatus: Codable, Hashable, Sendable {
    /// The file's name in the relay's runtime directory, and that of the directory.
    package static let fileName = "status"
    package static let folderName = "waymark-relay"

    /// The device in topics, and its outbox.
    package var device: String
    package var outbox: String

    /// The broker, and whether it is connected or why not, for a person.
    package var broker = ""
    package var connected = false
    package var connection = ""

    /// The events that wait, their bytes, the time of the oldest, and how many there are of each kind.
    package var waiting = 0
    package var bytes = 0
    package var oldest: UTCInstant?
    package var kinds: [String: Int] = [:]

    /// The events that were sent since the outbox was made, and how many of each kind were dropped.
    package var sent = 0
    package var dropped: [String: Int] = [:]

    /// Whether events that tell a place wait for the permission of the person.
    package var held = false

    /// The problem that keeps the relay from taking events, for a person.
    package var problem: String?

    package init(device: String, outbox: String) { (self.device, self.outbox) = (device, outbox) }
}
