extension UTCInstant: Codable {
    /// Decodes RFC 3339 text.
    public init(from decoder: any Decoder) throws { self = try decoder.value { UTCInstant($0) } }

    /// Encodes RFC 3339 text in UTC.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
