package enum DeviceCapability: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    case locationServices = "location-services"
    case gps
    case magnetometer

    package static func < (left: DeviceCapability, right: DeviceCapability) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
