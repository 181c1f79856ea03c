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
///     for stream in streams { stream.send(event, about: subject, through: server, at: now) }
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

    fileprivate init(start: [UInt8]) { self.start = start }
}

/// The contents of events that differ only in a few texts, encoded once for all of them.
package struct EventForm: Sendable {
    /// The text in an event that another takes the place of.
    package static let blank = "\u{1}"

    /// The message up to the first blank, between two of them, and after the last.
    private let parts: [ArraySlice<UInt8>]

    /// Encodes an event with so many blanks; `nil` if other members have the same text.
    package init?(_ event: some StreamedStructure, blanks: Int) {
        let (bytes, blank) = (EncodedEvent(event).start, Self.blank.json)
        var parts: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        var index = bytes.startIndex
        while index < bytes.endIndex {
            // Most bytes are no quotation marks, and a comparison takes longer.
            if bytes[index] == blank[0], bytes[index...].starts(with: blank) {
                parts.append(rest[..<index])
                index += blank.count
                rest = bytes[index...]
            } else {
                index += 1
            }
        }
        guard parts.count == blanks else { return nil }
        self.parts = parts + [rest]
    }

    /// Returns the event with texts in the places of the blanks, in the order of the members' names.
    package func filled(with texts: [String]) -> EncodedEvent {
        let length = parts.reduce(0) { $0 + $1.count } + texts.reduce(0) { $0 + $1.utf8.count + 2 }
        var json = JSONWriter(continuing: parts[0], reserving: length)
        for (text, part) in zip(texts, parts.dropFirst()) {
            text.write(to: &json)
            json.append(part)
        }
        return EncodedEvent(start: json.bytes)
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
