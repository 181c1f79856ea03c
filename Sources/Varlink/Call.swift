package struct Call: Hashable, Sendable {
    /// The kind of answer that the caller wants.
    package enum Mode: Hashable, Sendable {
        case single

        /// No reply, not even an error.
        case oneway
        case more

        /// One reply, after which the connection would switch to another protocol.
        case upgrade
    }

    private static let members = ["method", "parameters", "oneway", "more", "upgrade"]

    /// The fully qualified name of the method.
    package let method: String

    package let mode: Mode

    /// The parameters: a checked JSON object, `{}` if the call has none.
    package let parameters: JSONObject

    package init(method: String, mode: Mode = .single, parameters: JSONObject = .empty) {
        self.method = method
        self.mode = mode
        self.parameters = parameters
    }

    /// Parses one message as a call.
    /// - Throws: ``CallError``. Such a message gets no reply; the connection must be closed.
    package init(parsing message: [UInt8]) throws(CallError) {
        let envelope = try JSONObject.envelope(message, depthLimit: 32)
        try envelope.rejectMembers(except: Self.members)
        guard let method = envelope["method"] else { throw CallError("it names no method") }
        guard let name = method.text else { throw CallError("its method is not a string") }
        self.method = name
        mode =
            switch (try envelope.flag("oneway"), try envelope.flag("more"), try envelope.flag("upgrade")) {
            case (false, false, false): .single
            case (true, false, false): .oneway
            case (false, true, false): .more
            case (false, false, true): .upgrade
            default: throw CallError("it has more than one of oneway, more and upgrade")
            }
        parameters = try envelope.parameters()
    }

    /// The interface part of the method's name; empty if the name has no dot.
    package var interfaceName: Substring {
        method.lastIndex(of: ".").map { method[..<$0] } ?? ""
    }

    package static func message(_ method: String, _ mode: Mode, _ parameters: some JSONWritable) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("method", method)
            json.parameters(parameters)
            switch mode {
            case .single: break
            case .oneway: json.member("oneway", true)
            case .more: json.member("more", true)
            case .upgrade: json.member("upgrade", true)
            }
        }
        return json.bytes + [0]
    }
}

/// A reason why a message is not a valid call or reply.
package struct CallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason for a person, without anything that the sender wrote: it may be long.
    package let description: String

    package init(_ description: String) { self.description = description }
}
