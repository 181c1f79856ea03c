import MessageCoding

extension Output {
    /// Prints a value as a line of JSON.
    func json(_ value: some Encodable) throws(Failure) { try line(Self.json(of: value)) }

    /// Returns a value as JSON text.
    static func json(of value: some Encodable) -> [UInt8] { MessageCoding.encode(value) }
}
