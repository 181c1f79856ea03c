package protocol JSONReadable {
    /// Decodes a value. A thrown problem names its location relative to this value.
    init(reading value: JSONValue) throws(ParameterProblem)
}

/// A member that is unknown, missing, or of a type that contradicts its interface.
package struct ParameterProblem: Error, Hashable, Sendable {
    /// The path of the member, such as `entries[3].date`; empty if the whole object is at fault.
    package let parameter: String

    package init(parameter: String = "") { self.parameter = parameter }

    fileprivate func inside(_ outer: String) -> ParameterProblem {
        let needsDot = !parameter.isEmpty && !parameter.hasPrefix("[")
        return ParameterProblem(parameter: needsDot ? "\(outer).\(parameter)" : outer + parameter)
    }
}

package struct JSONMembers {
    private let object: JSONObject

    /// The names read so far; `nil` if unknown members are allowed.
    private var names: [String]?

    package init(_ object: JSONObject, isClosed: Bool = false) {
        self.object = object
        names = isClosed ? [] : nil
    }

    /// Returns a member, which must be there.
    package subscript<Value: JSONReadable>(name: String) -> Value {
        mutating get throws(ParameterProblem) {
            guard let value: Value = try self[name] else { throw ParameterProblem(parameter: name) }
            return value
        }
    }

    /// Returns a member that may be absent or `null`.
    package subscript<Value: JSONReadable>(name: String) -> Value? {
        mutating get throws(ParameterProblem) {
            names?.append(name)
            guard let value = object[name] else { return nil }
            do throws(ParameterProblem) {
                return try Value(reading: value)
            } catch { throw error.inside(name) }
        }
    }

    package func rejectOthers() throws(ParameterProblem) {
        guard let names else { return }
        for member in object.members where !names.contains(member.name) {
            throw ParameterProblem(parameter: member.name)
        }
    }
}

/// A type encoded as a JSON object with fixed members.
package protocol JSONStructure: JSONReadable, JSONWritable, Hashable, Sendable {
    init(_ json: inout JSONMembers) throws(ParameterProblem)

    /// Encodes the members that have a value, in the order of their names.
    func write(_ json: inout JSONWriter)
}

extension JSONStructure {
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard let object = JSONObject(value) else { throw ParameterProblem() }
        try self.init(object)
    }

    package init(_ object: JSONObject) throws(ParameterProblem) {
        var members = JSONMembers(object)
        try self.init(&members)
    }

    /// Decodes the parameters of a call, in which unknown members are errors.
    package init(parameters object: JSONObject) throws(ParameterProblem) {
        var members = JSONMembers(object, isClosed: true)
        try self.init(&members)
        try members.rejectOthers()
    }

    /// Decodes the parameters of a reply or of an error and ignores unknown members.
    ///
    /// Empty stands for an object without members.
    package init(json: [UInt8]) throws(ParameterProblem) {
        let object = json.isEmpty ? .empty : try? JSONObject(json, depthLimit: ReceivedReply.depthLimit)
        guard let object else { throw ParameterProblem() }
        try self.init(object)
    }
}

/// An enumeration encoded as a JSON string.
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
    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard value.kind == .number, let number = Double(String(decoding: value.bytes, as: UTF8.self)),
            number.isFinite
        else { throw ParameterProblem() }
        self = number
    }
}

extension Int: JSONReadable {
    /// Decodes an integer.
    ///
    /// A number written with a point or an exponent may be at most 2^53.
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

/// A JSON object passed on unchanged, byte for byte.
package struct RawJSON: JSONReadable, JSONWritable, Hashable, Sendable {
    package let text: String

    /// Creates an object from text that was validated or was written by this program.
    package init(checked text: String) { self.text = text }

    package init(_ value: some JSONWritable) { text = String(decoding: value.json, as: UTF8.self) }

    package init(reading value: JSONValue) throws(ParameterProblem) {
        guard value.kind == .object else { throw ParameterProblem() }
        text = String(decoding: value.bytes, as: UTF8.self)
    }

    package var object: JSONObject {
        (try? JSONObject(Array(text.utf8), depthLimit: ReceivedReply.depthLimit)) ?? .empty
    }
}
