/// One method call, as a server receives it.
package struct Call: Hashable, Sendable {
    /// How the caller wants to be answered.
    package enum Mode: Hashable, Sendable {
        /// With one reply.
        case single

        /// Not at all, not even with an error.
        case oneway

        /// With any number of replies.
        case more

        /// With one reply, after which the connection would speak another protocol.
        case upgrade
    }

    /// The fully qualified name of the method.
    package let method: String

    /// How the caller wants to be answered.
    package let mode: Mode

    /// The parameters: a checked JSON object, `{}` if the call has none.
    package let parameters: JSONObject

    /// Creates a call of a client.
    package init(method: String, mode: Mode = .single, parameters: JSONObject = .empty) {
        self.method = method
        self.mode = mode
        self.parameters = parameters
    }

    /// Reads one message as a call.
    ///
    /// - Parameters:
    ///   - message: The message, without its terminator.
    ///   - depthLimit: How deep its objects and arrays may be nested.
    /// - Throws: ``CallError``. There is no reply for such a message: the connection is to be closed.
    package init(parsing message: [UInt8], depthLimit: Int = 32) throws(CallError) {
        let envelope = try JSONObject.envelope(message, depthLimit: depthLimit)
        try envelope.rejectMembers(except: ["method", "parameters", "oneway", "more", "upgrade"])
        guard let method = envelope["method"] else { throw .methodMissing }
        guard let name = method.text else { throw .methodNotAString }
        self.method = name
        var modes: [Mode] = []
        for (flag, mode) in [("oneway", Mode.oneway), ("more", .more), ("upgrade", .upgrade)]
        where try envelope.flag(flag) {
            modes.append(mode)
        }
        guard modes.count <= 1 else { throw .severalFlags }
        mode = modes.first ?? .single
        parameters = try envelope.parameters()
    }

    /// The interface part of the method's name; empty if the name has no dot.
    package var interfaceName: Substring {
        method.lastIndex(of: ".").map { method[..<$0] } ?? ""
    }

    /// The last part of the method's name.
    package var methodName: Substring {
        method.lastIndex(of: ".").map { method[method.index(after: $0)...] } ?? method[...]
    }

    /// The message that makes this call, with its terminator.
    package var message: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("method", method)
            if !parameters.isEmpty { json.member("parameters", parameters) }
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

/// Why a message is not a call, or not a reply.
package enum CallError: Error, Hashable, Sendable {
    /// It is not one strict JSON object.
    case malformed(JSONError)

    /// It names no method.
    case methodMissing

    /// Its method is not a string.
    case methodNotAString

    /// Its parameters are neither an object nor `null`.
    case parametersNotAnObject

    /// A flag is neither `true` nor `false`.
    case flagNotBoolean(String)

    /// More than one flag is true.
    case severalFlags

    /// The error of a reply is not a string.
    case errorNotAString

    /// An error reply announces further replies.
    case errorContinues

    /// A reply announces others to a call that wants one.
    case unexpectedContinues

    /// It has a member that the protocol does not know.
    case unknownMember(String)
}
