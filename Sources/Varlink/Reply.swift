/// One reply of a server, encoded once and shared by all who receive it.
package struct Reply: Hashable, Sendable {
    /// The message with its terminator.
    package let message: [UInt8]

    /// Whether further replies to the same call follow.
    package let continues: Bool

    /// The last reply to a call, or the only one, with a JSON object; empty, or `{}`, for none.
    package static func success(_ parameters: [UInt8] = []) -> Reply {
        Reply(members: encoded(parameters), continues: false)
    }

    /// A reply that others follow, to a call that takes many, with a JSON object; empty, or `{}`, for none.
    package static func partial(_ parameters: [UInt8] = []) -> Reply {
        Reply(members: encoded(parameters) + [Array("\"continues\":true".utf8)], continues: true)
    }

    /// The end of a call that failed with a fully qualified error, and a JSON object; empty, or `{}`, for none.
    package static func failure(_ error: String, _ parameters: [UInt8] = []) -> Reply {
        let name = Array("\"error\":".utf8) + JSONString.encoded(error)
        return Reply(members: [name] + encoded(parameters), continues: false)
    }

    /// The end of a call that failed in one of the ways every service shares.
    package static func failure(_ error: StandardError) -> Reply { failure(error.name, error.parameters) }

    private init(members: [[UInt8]], continues: Bool) {
        message =
            [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}"), 0]
        self.continues = continues
    }

    private static func encoded(_ parameters: [UInt8]) -> [[UInt8]] {
        parameters.isEmpty || parameters == JSONObject.empty.bytes
            ? [] : [Array("\"parameters\":".utf8) + parameters]
    }
}
