/// A reply of a stream, which differs from the same event of other streams only in its number and the dropped events.
package protocol StreamedStructure: JSONStructure {
    /// The number of the event in its stream, from 1.
    var sequence: Int { get }

    /// The number of older events dropped, if any.
    var dropped: Int? { get }

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

extension Reply {
    /// Returns a reply that others follow, with an event.
    package static func partial(_ event: any StreamedStructure, sequence: Int, dropped: Int?) -> Reply {
        var json = JSONWriter()
        json.append("{\"parameters\":{")
        event.writeContents(&json)
        json.member("dropped", dropped)
        json.member("sequence", sequence)
        json.append("},\"continues\":true}\0")
        return Reply(message: json.bytes, continues: true)
    }
}
