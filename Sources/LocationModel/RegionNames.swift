/// The name of a monitor, by which an app groups regions.
package struct MonitorName: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Creates a name, or `nil` unless it has 1 to 64 ASCII letters, digits and `_`, and does not begin with `_`.
    package init?(_ rawValue: String) {
        guard (1...64).contains(rawValue.utf8.count), rawValue.utf8.first != UInt8(ascii: "_"),
            rawValue.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "_") })
        else { return nil }
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An app's name for a region, unique in its monitor.
package struct RegionIdentifier: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Creates an identifier, or `nil` unless it has 1 to 128 bytes and no control characters.
    package init?(_ rawValue: String) {
        guard (1...128).contains(rawValue.utf8.count),
            rawValue.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
