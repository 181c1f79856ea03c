/// The origin of a location, as reported to its readers.
public enum LocationSource: String, Hashable, Codable, Sendable, CaseIterable {
    case receiver

    /// A phone of the machine's owner measured it.
    case phone

    /// The machine's modem measured it.
    case modem

    /// It was derived from networks in reach, such as cells or access points.
    case network

    /// A person stated it: the machine's owner, or whoever entered a position into the receiver.
    case stated
    case simulated
}

extension Fix {
    package var source: LocationSource {
        switch quality {
        case .manual: .stated
        case .simulated: .simulated
        default: origin ?? .receiver
        }
    }
}
