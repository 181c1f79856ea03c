/// A capability that an app can require in its manifest.
package enum DeviceCapability: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// Any source of location.
    case locationServices = "location-services"

    /// Positions from satellites.
    case gps

    /// Magnetic headings.
    case magnetometer

    /// Orders by declaration.
    package static func < (left: DeviceCapability, right: DeviceCapability) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .locationServices: 0
        case .gps: 1
        case .magnetometer: 2
        }
    }
}
