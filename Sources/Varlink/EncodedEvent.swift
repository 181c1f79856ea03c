/// A reply of a stream, which differs from the same event of other streams only in its number and the dropped events.
package protocol StreamedStructure: JSONStructure {
    /// The number of the event in its stream, from 1.
    var sequence: Int { get set }

    /// The number of older events dropped, if any.
    var dropped: Int? { get set }

    /// Encodes the other members that have a value, in the order of their names.
    func writeContents(_ json: inout JSONWriter)
}

extension StreamedStructure {
    /// Encodes the contents, then the members that belong to the stream.
    package func write(_ json: inout JSONWriter) {
        writeContents(&json)
        json.member("dropped", dropped)
        json.member("sequence", sequence)
    }
}

/// The contents of an event, encoded once for all streams that send it.
///
/// An event for many streams is made once, and ``Reply/partial(_:sequence:dropped:)`` adds what belongs to one of them:
///
///     let event = EncodedEvent(InspectInterface.WatchReceivers.Reply(sequence: 0, receivers: receivers))
///     for stream in streams { stream.send(event, about: subject) }
package struct EncodedEvent: Sendable {
    /// The message up to the first member that belongs to a stream.
    fileprivate let start: [UInt8]

    /// Encodes the contents of an event; its number and the number of dropped events are ignored.
    package init(_ event: some StreamedStructure) {
        var json = JSONWriter()
        json.append("{\"parameters\":{")
        event.writeContents(&json)
        start = json.bytes
    }
}

extension Reply {
    /// Returns a reply that others follow, with an event that other streams may send too.
    package static func partial(_ event: EncodedEvent, sequence: Int, dropped: Int?) -> Reply {
        var json = JSONWriter(continuing: event.start[...], reserving: event.start.count + 64)
        json.member("dropped", dropped)
        json.member("sequence", sequence)
        json.append("},\"continues\":true}\0")
        return Reply(message: json.bytes, continues: true)
    }
}
