/// A capability that an app can require in its manifest.
package enum DeviceCapability: String, Hashable, Sendable, CaseIterable, Comparable {
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

/// What a receiver provides, as far as its kind implies or its output has shown.
package struct ReceiverAbilities: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The position.
    package static let position = ReceiverAbilities(rawValue: 1)

    /// The position, from satellites.
    package static let satellites = ReceiverAbilities(rawValue: 2)

    /// The magnetic heading.
    package static let magneticHeading = ReceiverAbilities(rawValue: 4)
}

extension DeviceCapability {
    /// Returns the capabilities of a machine with these receivers.
    package static func offered(by receivers: some Sequence<ReceiverAbilities>) -> Set<DeviceCapability> {
        var offered: Set<DeviceCapability> = []
        for receiver in receivers {
            if receiver.contains(.position) { offered.insert(.locationServices) }
            if receiver.isSuperset(of: [.position, .satellites]) { offered.insert(.gps) }
            if receiver.contains(.magneticHeading) { offered.insert(.magnetometer) }
        }
        return offered
    }
}

extension AppManifest {
    /// Returns the required capabilities that are not among `offered`.
    package func missingCapabilities(offered: Set<DeviceCapability>) -> [DeviceCapability] {
        requiredCapabilities.subtracting(offered).sorted()
    }
}
