/// One reply, as a client receives it.
package struct ReceivedReply: Hashable, Sendable {
    /// What the call came to.
    package enum Outcome: Hashable, Sendable {
        /// It succeeded; `continues` tells whether further replies follow.
        case success(continues: Bool)

        /// It failed with the error of this name.
        case failure(String)
    }

    /// What the call came to.
    package let outcome: Outcome

    /// The parameters of the reply or of the error: a JSON object, `{}` if there are none.
    package let parameters: [UInt8]

    /// How deep a reply may be nested: a server is trusted with more than a client, which has it store things.
    static let depthLimit = 64

    /// Reads one message as a reply.
    ///
    /// - Throws: ``CallError``. The server breaks the protocol: the connection is of no more use.
    package init(parsing message: [UInt8]) throws(CallError) {
        let envelope = try JSONObject.envelope(message, depthLimit: Self.depthLimit)
        try envelope.rejectMembers(except: ["parameters", "continues", "error"])
        let continues = try envelope.flag("continues")
        if let error = envelope["error"] {
            guard let name = error.text else { throw .errorNotAString }
            guard !continues else { throw .errorContinues }
            outcome = .failure(name)
        } else {
            outcome = .success(continues: continues)
        }
        parameters = try envelope.parameters().bytes
    }
}
