package import LocationModel
package import Varlink
import WaymarkInterfaces

/// What the relay remembers beside the events that wait.
package struct RelayMemory: JSONStructure {
    /// The outbox, drawn when it was made.
    package var outbox: String

    /// The machine and file of which that is so: on a copy, another outbox is drawn.
    package var origin: String

    /// The sequence number of the last event.
    package var sequence = 0

    /// When the relay last had something to write while it followed the service.
    package var seen: UTCInstant?

    /// The newest place that was sent, and the newest state of the receiver, for the greeting.
    package var newest: RelayEvent?
    package var receiver: RelayEvent?

    /// How many events were sent, and how many of each kind were dropped, since the outbox was made.
    package var sent = 0
    package var dropped: [String: Int] = [:]

    /// Whether a place is on the broker that must not be there any more.
    package var mustForget: Bool?

    /// What was dropped and no gap has told yet.
    package var missing: RelayGap?

    package init(outbox: String, origin: String) { (self.outbox, self.origin) = (outbox, origin) }

    package init(_ json: inout JSONMembers) throws(ParameterProblem) {
        dropped = (try json.optional("dropped") as EventCounts?)?.values ?? [:]
        missing = try json.optional("missing")
        mustForget = try json.optional("mustForget")
        newest = try json.optional("newest")
        origin = try json.required("origin")
        outbox = try json.required("outbox")
        receiver = try json.optional("receiver")
        seen = try json.optional("seen")
        sent = try json.required("sent")
        sequence = try json.required("sequence")
    }

    package func write(_ json: inout JSONWriter) {
        json.member("dropped", dropped)
        json.member("missing", missing)
        json.member("mustForget", mustForget)
        json.member("newest", newest)
        json.member("origin", origin)
        json.member("outbox", outbox)
        json.member("receiver", receiver)
        json.member("seen", seen)
        json.member("sent", sent)
        json.member("sequence", sequence)
    }
}

/// Numbers of events by kind.
struct EventCounts: JSONReadable {
    let values: [String: Int]

    init(reading value: JSONValue) throws(ParameterProblem) {
        guard let object = JSONObject(value) else { throw ParameterProblem() }
        var values: [String: Int] = [:]
        for member in object.members { values[member.name] = try Int(reading: member.value) }
        self.values = values
    }
}
