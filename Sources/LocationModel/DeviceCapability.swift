/// What an app cannot do without, as its manifest names it.
package enum DeviceCapability: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Any way to learn the location.
    case locationServices = "location-services"

    /// Positions from satellites.
    case gps

    /// Headings by the magnetic field.
    case magnetometer

    /// Orders as declared.
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

/// What a receiver can do, as far as it has shown or its kind tells.
package struct ReceiverAbilities: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Tells where the machine is.
    package static let position = ReceiverAbilities(rawValue: 1)

    /// Has it from satellites.
    package static let satellites = ReceiverAbilities(rawValue: 2)

    /// Tells the magnetic heading.
    package static let magneticHeading = ReceiverAbilities(rawValue: 4)
}

extension DeviceCapability {
    /// Returns what a machine with these receivers offers.
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
    /// Returns what the app needs and a machine that offers `offered` lacks.
    package func missingCapabilities(offered: Set<DeviceCapability>) -> [DeviceCapability] {
        requiredCapabilities.subtracting(offered).sorted()
    }
}
