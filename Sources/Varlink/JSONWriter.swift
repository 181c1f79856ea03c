/// A value that can be encoded as JSON.
package protocol JSONWritable {
    /// Encodes the value.
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// The value as JSON in UTF-8, without whitespace.
    package var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

/// A JSON encoder.
package struct JSONWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(512) }

    /// Continues a text after `start`, with room for so many more bytes.
    init(continuing start: [UInt8], reserving count: Int) {
        bytes.reserveCapacity(start.count + count)
        bytes += start
    }

    /// Writes a member of the current object.
    package mutating func member(_ name: String, _ value: some JSONWritable) {
        separate()
        name.write(to: &self)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &self)
    }

    /// Writes a member of the current object if it has a value.
    package mutating func member(_ name: String, _ value: (some JSONWritable)?) {
        if let value { member(name, value) }
    }

    /// Writes the member `parameters` unless it is empty.
    mutating func parameters(_ value: some JSONWritable) {
        let before = bytes.count
        member("parameters", value)
        // `"parameters":{}` with a comma has 16 characters.
        if bytes.count - before <= 16, bytes.last == UInt8(ascii: "}"),
            bytes[bytes.count - 2] == UInt8(ascii: "{")
        {
            bytes.removeSubrange(before...)
        }
    }

    /// Writes an object with the members that `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        append("{")
        body(&self)
        append("}")
    }

    /// Appends text that is valid JSON at this position.
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    fileprivate mutating func append(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

    /// Writes the comma before any value but the first.
    fileprivate mutating func separate() {
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { append(",") }
    }

    fileprivate mutating func append(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            append(text)
        } else {
            for byte in text.utf8 {
                if let letter = JSONString.escape(for: byte) {
                    bytes += [UInt8(ascii: "\\"), letter]
                } else if byte < 0x20 {
                    append("\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))")
                } else {
                    bytes.append(byte)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONStructure {
    package func write(to json: inout JSONWriter) { json.object { write(&$0) } }
}

extension JSONWord {
    package func write(to json: inout JSONWriter) { json.append("\"\(rawValue)\"") }
}

extension RawJSON {
    package func write(to json: inout JSONWriter) { json.append(text) }
}

extension JSONValue: JSONWritable {
    package func write(to json: inout JSONWriter) { json.append(bytes) }
}

extension JSONObject: JSONWritable {
    package func write(to json: inout JSONWriter) { json.append(value.bytes) }
}

extension String: JSONWritable {
    package func write(to json: inout JSONWriter) { json.append(string: self) }
}

extension Bool: JSONWritable {
    package func write(to json: inout JSONWriter) { json.append(self ? "true" : "false") }
}

extension Int: JSONWritable {
    package func write(to json: inout JSONWriter) { json.append(description) }
}

extension Double: JSONWritable {
    /// Writes the shortest decimal that decodes to the same number.
    package func write(to json: inout JSONWriter) {
        // JSON cannot express other numbers. Such a number is a bug, but no reason to stop a service.
        assert(isFinite, "\(self) in a message")
        guard isFinite else { return json.append("null") }
        let text = description
        json.append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.append("[")
        for element in self {
            json.separate()
            element.write(to: &json)
        }
        json.append("]")
    }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in sorted(by: { $0.key < $1.key }) { json.member(name, value) }
        }
    }
}
