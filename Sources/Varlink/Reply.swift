/// One reply of a server, encoded once and shared by all who receive it.
package struct Reply: Hashable, Sendable {
    /// The message with its terminator.
    package let message: [UInt8]

    /// Whether further replies to the same call follow.
    package let continues: Bool

    /// The last reply to a call, or the only one.
    package static func success(_ parameters: some JSONWritable = JSONObject.empty) -> Reply {
        Reply(error: nil, parameters, continues: false)
    }

    /// A reply that others follow, to a call that takes many.
    package static func partial(_ parameters: some JSONWritable = JSONObject.empty) -> Reply {
        Reply(error: nil, parameters, continues: true)
    }

    /// The end of a call that failed with a fully qualified error.
    package static func failure(_ error: String, _ parameters: some JSONWritable = JSONObject.empty) -> Reply
    {
        Reply(error: error, parameters, continues: false)
    }

    /// The end of a call that failed in one of the ways every service shares.
    package static func failure(_ error: StandardError) -> Reply { failure(error.name, error.parameters) }

    private init(error: String?, _ parameters: some JSONWritable, continues: Bool) {
        var json = JSONWriter()
        json.object { json in
            json.member("error", error)
            json.parameters(parameters)
            if continues { json.member("continues", true) }
        }
        message = json.bytes + [0]
        self.continues = continues
    }
}
