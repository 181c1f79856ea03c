/// A reply of a server, encoded once and shared by all its recipients.
package struct Reply: Hashable, Sendable {
    package let message: [UInt8]

    /// Whether further replies to the same call follow.
    package let continues: Bool

    /// Returns the only or last reply to a call.
    package static func success(_ parameters: some JSONWritable = JSONObject.empty) -> Reply {
        Reply(error: nil, parameters, continues: false)
    }

    /// Returns a reply that others follow, for a call with the flag `more`.
    package static func partial(_ parameters: some JSONWritable = JSONObject.empty) -> Reply {
        Reply(error: nil, parameters, continues: true)
    }

    /// Returns an error reply with a fully qualified error name.
    package static func failure(_ error: String, _ parameters: some JSONWritable = JSONObject.empty) -> Reply
    {
        Reply(error: error, parameters, continues: false)
    }

    /// Returns an error reply with the members that `write` writes, in the order of their names.
    package static func failure(_ error: String, _ write: @escaping (inout JSONWriter) -> Void) -> Reply {
        Reply(error: error, Members(write: write), continues: false)
    }

    private struct Members: JSONWritable {
        let write: (inout JSONWriter) -> Void

        func write(to json: inout JSONWriter) { json.object(write) }
    }

    init(message: [UInt8], continues: Bool) {
        self.message = message
        self.continues = continues
    }

    private init(error: String?, _ parameters: some JSONWritable, continues: Bool) {
        var json = JSONWriter()
        json.object { json in
            json.member("error", error)
            json.parameters(parameters)
            if continues { json.member("continues", true) }
        }
        json.append("\0")
        message = json.bytes
        self.continues = continues
    }
}
