package import LocationModel
package import Varlink

/// What `waymark-relay` tells `waymarkctl relay`, in a file: how much waits, and never what.
package struct RelayStatus: JSONStructure {
    /// The file's name in the relay's runtime directory, and that of the directory.
    package static let fileName = "status"
    package static let folderName = "waymark-relay"

    /// The device in topics, and its outbox.
    package var device: String
    package var outbox: String

    /// The broker, and whether it is connected or why not, for a person.
    package var broker = ""
    package var isConnected = false
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
    package var isHeld = false

    /// What keeps the relay from taking events, for a person.
    package var problem: String?

    package init(device: String, outbox: String) { (self.device, self.outbox) = (device, outbox) }

    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        broker = try json.required("broker")
        bytes = try json.required("bytes")
        isConnected = try json.required("connected")
        connection = try json.required("connection")
        device = try json.required("device")
        dropped = try counts(json.required("dropped"))
        isHeld = try json.required("held")
        kinds = try counts(json.required("kinds"))
        oldest = try json.optional("oldest")
        outbox = try json.required("outbox")
        problem = try json.optional("problem")
        sent = try json.required("sent")
        waiting = try json.required("waiting")
    }

    package func write(_ json: inout JSONWriter) {
        json.member("broker", broker)
        json.member("bytes", bytes)
        json.member("connected", isConnected)
        json.member("connection", connection)
        json.member("device", device)
        json.member("dropped", dropped)
        json.member("held", isHeld)
        json.member("kinds", kinds)
        json.member("oldest", oldest)
        json.member("outbox", outbox)
        json.member("problem", problem)
        json.member("sent", sent)
        json.member("waiting", waiting)
    }
}

private func counts(_ object: RawJSON) throws(ParameterProblem) -> [String: Int] {
    var counts: [String: Int] = [:]
    for member in object.object.members { counts[member.name] = try Int(reading: member.value) }
    return counts
}
