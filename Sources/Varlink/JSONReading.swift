/// A value that can be read from JSON that was checked.
package protocol JSONReadable {
    /// Reads a value, whose place in the message the problem names from here on.
    init(reading value: JSONValue) throws(ParameterProblem)
}

/// A member that is unknown, missing, or of another type than its interface says.
package struct ParameterProblem: Error, Hashable, Sendable {
    /// Where it stands, `entries[3].date`; empty when the whole object is at fault.
    package let parameter: String

    /// Names the value at hand, or one inside it.
    package init(parameter: String = "") { self.parameter = parameter }

    fileprivate func inside(_ outer: String) -> ParameterProblem {
        let needsDot = !parameter.isEmpty && !parameter.hasPrefix("[")
        return ParameterProblem(parameter: needsDot ? "\(outer).\(parameter)" : outer + parameter)
    }
}

/// The members of an object, to be asked for by name.
package struct JSONMembers {
    private let object: JSONObject

    /// The names asked for, where there may be no others.
    private var names: [String]?

    fileprivate init(_ object: JSONObject, isClosed: Bool = false) {
        self.object = object
        names = isClosed ? [] : nil
    }

    /// Reads a member that must be there.
    package mutating func required<Value: JSONReadable>(_ name: String) throws(ParameterProblem) -> Value {
        guard let value: Value = try optional(name) else { throw ParameterProblem(parameter: name) }
        return value
    }

    /// Reads a member that may be absent or `null`.
    package mutating func optional<Value: JSONReadable>(_ name: String) throws(ParameterProblem) -> Value? {
        names?.append(name)
        guard let value = object[name] else { return nil }
        do throws(ParameterProblem) {
            return try Value(reading: value)
        } catch { throw error.inside(name) }
    }

    fileprivate func rejectOthers() throws(ParameterProblem) {
        guard let names else { return }
        for member in object.members where !names.contains(member.name) {
            throw ParameterProblem(parameter: member.name)
        }
    }
}

/// A JSON object with members of its own.
package protocol JSONStructure: JSONReadable, JSONWritable, Hashable, Sendable {
    /// Reads the members.
    init(_ json: inout JSONMembers) throws(ParameterProblem)

    /// Writes the members that have a value, in the order of their names.
    func write(_ json: inout JSONWriter)
}

extension JSONStructure {
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard let object = JSONObject(value) else { throw ParameterProblem() }
        try self.init(object)
    }

    /// Reads an object, of which members that are not known are ignored.
    package init(_ object: JSONObject) throws(ParameterProblem) {
        var members = JSONMembers(object)
        try self.init(&members)
    }

    /// Reads the parameters of a call, which may have no members that are not known.
    package init(parameters object: JSONObject) throws(ParameterProblem) {
        var members = JSONMembers(object, isClosed: true)
        try self.init(&members)
        try members.rejectOthers()
    }

    /// Reads the parameters of a reply or of an error, of which members that are not known are ignored.
    ///
    /// - Parameter json: A JSON object; empty stands for one without members.
    /// - Throws: ``ParameterProblem`` that names the member at fault.
    package init(json: [UInt8]) throws(ParameterProblem) {
        let object = json.isEmpty ? .empty : try? JSONObject(json, depthLimit: ReceivedReply.depthLimit)
        guard let object else { throw ParameterProblem() }
        try self.init(object)
    }
}

/// A word out of those that an enumeration has.
package protocol JSONWord: JSONReadable, JSONWritable, RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {}

extension JSONWord {
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard let text = value.text, let word = Self(rawValue: text) else { throw ParameterProblem() }
        self = word
    }
}

extension String: JSONReadable {
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard let text = value.text else { throw ParameterProblem() }
        self = text
    }
}

extension Bool: JSONReadable {
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard case .bool(let bool) = value.kind else { throw ParameterProblem() }
        self = bool
    }
}

extension Double: JSONReadable {
    /// Reads a number, unless it is out of range.
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard value.kind == .number, let number = Double(String(decoding: value.bytes, as: UTF8.self)),
            number.isFinite
        else { throw ParameterProblem() }
        self = number
    }
}

extension Int: JSONReadable {
    /// Reads a number without a fraction; one that is written with a point or an exponent up to 2^53.
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard value.kind == .number else { throw ParameterProblem() }
        if let integer = Int(String(decoding: value.bytes, as: UTF8.self)) {
            self = integer
        } else {
            let number = try Double(reading: value)
            guard abs(number) <= 0x1p53, let integer = Int(exactly: number) else { throw ParameterProblem() }
            self = integer
        }
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard value.kind == .array else { throw ParameterProblem() }
        self = []
        try value.forEachElement { (element) throws(ParameterProblem) in
            do throws(ParameterProblem) {
                append(try Element(reading: element))
            } catch { throw error.inside("[\(count)]") }
        }
    }
}

/// One JSON object that is passed on as it is, byte for byte.
package struct RawJSON: JSONReadable, JSONWritable, Hashable, Sendable {
    /// The text of the object.
    package let text: String

    /// Takes a text that has been checked, or was written by this program.
    package init(checked text: String) { self.text = text }

    /// Writes an object.
    package init(_ value: some JSONWritable) { text = String(decoding: value.json, as: UTF8.self) }

    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard value.kind == .object else { throw ParameterProblem() }
        text = String(decoding: value.bytes, as: UTF8.self)
    }

    /// The object, to be looked into.
    package var object: JSONObject {
        (try? JSONObject(Array(text.utf8), depthLimit: ReceivedReply.depthLimit)) ?? .empty
    }
}
