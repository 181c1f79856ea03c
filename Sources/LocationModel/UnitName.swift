/// The name of a systemd unit that runs programs: a service, or a scope.
///
/// `weather@.service` stands for all instances of that template.
package struct UnitName: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    package let rawValue: String

    /// Creates a name, or `nil` if systemd would reject it or the unit type runs no programs.
    package init?(_ rawValue: String) {
        guard rawValue.utf8.count <= 255, let dot = rawValue.lastIndex(of: ".") else { return nil }
        let prefix = rawValue[..<dot]
        guard !prefix.isEmpty, prefix.first != "@", prefix.utf8.allSatisfy(Self.isAllowed) else { return nil }
        switch rawValue[dot...] {
        case ".service": break
        // Scopes are created by programs and have no templates.
        case ".scope": if prefix.contains("@") { return nil }
        default: return nil
        }
        self.rawValue = rawValue
    }

    package var isService: Bool { rawValue.hasSuffix(".service") }

    /// Whether this is a template, which stands for many units and cannot itself be started.
    package var isTemplate: Bool { rawValue.hasSuffix("@.service") }

    package func matches(_ name: String) -> Bool {
        guard isTemplate else { return name == rawValue }
        let start = rawValue.dropLast(".service".count)
        return name.hasPrefix(start) && name.hasSuffix(".service")
            && name.utf8.count > rawValue.utf8.count
            // Everything from the first `@` on is the instance.
            && name.firstIndex(of: "@") == name.index(start.endIndex, offsetBy: -1)
    }

    package static func < (left: UnitName, right: UnitName) -> Bool { left.rawValue < right.rawValue }

    package var description: String { rawValue }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || ":-_.\\@".utf8.contains(byte)
    }
}
