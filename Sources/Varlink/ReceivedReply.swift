package struct ReceivedReply: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// Success; `continues` means that further replies follow.
        case success(continues: Bool)
        case failure(String)
    }

    package let outcome: Outcome

    /// The parameters of the reply or of the error, `{}` if there are none.
    package let parameters: JSONObject

    /// The maximum nesting depth of a reply.
    ///
    /// It exceeds that of a call: a server is trusted more, and returns what clients stored.
    static let depthLimit = 64

    /// Parses one message as a reply.
    ///
    /// - Throws: ``CallError`` if the server violates the protocol, after which the connection is unusable.
    package init(parsing message: [UInt8]) throws(CallError) {
        let envelope = try JSONObject.envelope(message, depthLimit: Self.depthLimit)
        try envelope.rejectMembers(except: ["parameters", "continues", "error"])
        let continues = try envelope.flag("continues")
        if let error = envelope["error"] {
            guard let name = error.text else { throw CallError("its error is not a string") }
            guard !continues else { throw CallError("it is an error, and says that it continues") }
            outcome = .failure(name)
        } else {
            outcome = .success(continues: continues)
        }
        parameters = try envelope.parameters()
    }
}
