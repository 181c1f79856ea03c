package protocol JSONWritable {
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

package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(1024) }

    // The members of messages are mostly of the types below. Code for any type must look up its tables at run time when
    // another module calls it, which takes longer than the writing.

    @_disfavoredOverload
    package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        begin(name)
        value.write(to: &self)
    }

    @_disfavoredOverload
    package mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return }
        begin(name)
        value.write(to: &self)
    }

    package mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        begin(name)
        append(number: value)
    }

    package mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        begin(name)
        append(value.description)
    }

    package mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        begin(name)
        append(value ? "true" : "false")
    }

    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(string: value)
    }

    /// Writes a member of the current object whose name is known only at run time.
    package mutating func member(named name: String, _ value: some JSONWritable) {
        begin(name)
        value.write(to: &self)
    }

    /// Writes the comma and the name before the value of a member of the current object.
    package mutating func begin(_ name: String) {
        separate()
        append(string: name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes the comma and the name before the value of a member.
    ///
    /// Names in the source need no escapes.
    private mutating func begin(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
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

    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        append("{")
        body(&self)
        append("}")
    }

    /// Writes a piece of JSON unchanged.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func append(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

    /// Writes the comma before any value but the first.
    package mutating func separate() {
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            bytes.append(UInt8(ascii: ","))
        }
    }

    fileprivate mutating func append(string text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { buffer in
            var plain = unsafe buffer[...]
            while let special = unsafe plain.firstIndex(where: { Self.needsEscape($0) }) {
                unsafe bytes.append(contentsOf: plain[..<special])
                append(escaped: unsafe plain[special])
                unsafe plain = plain[(special + 1)...]
            }
            unsafe bytes.append(contentsOf: plain)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        if let letter = JSONString.escape(for: byte) {
            bytes += [UInt8(ascii: "\\"), letter]
        } else {
            append("\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))")
        }
    }

    /// Writes the shortest decimal that decodes to the same number.
    fileprivate mutating func append(number: Double) {
        // JSON cannot express other numbers. Such a number is a bug, but no reason to stop a service.
        assert(number.isFinite, "\(number) in a message")
        guard number.isFinite else { return append("null") }
        append(number.description)
        let count = bytes.count
        if bytes[count - 1] == UInt8(ascii: "0"), bytes[count - 2] == UInt8(ascii: ".") {
            bytes.removeLast(2)
        }
    }
}

extension JSONStructure {
    package func write(to json: inout JSONWriter) { json.object { write(&$0) } }
}

extension JSONWord {
    package func write(to json: inout JSONWriter) { json.append(string: rawValue) }
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
    package func write(to json: inout JSONWriter) { json.append(number: self) }
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
            for (name, value) in sorted(by: { $0.key < $1.key }) { json.member(named: name, value) }
        }
    }
}
