/// The origin of a location, as its reader should know it.
public enum LocationSource: String, Hashable, Codable, Sendable, CaseIterable {
    /// A receiver measured it.
    case receiver

    /// A person stated it: the machine's owner, or whoever entered a position into the receiver.
    case stated

    /// A simulator made it.
    case simulated
}

extension Fix {
    package var source: LocationSource {
        switch quality {
        case .manual: .stated
        case .simulated: .simulated
        default: .receiver
        }
    }
}
