/// An app of a snap, as the units are named that snapd makes for it.
package struct SnapName: Hashable, Sendable, CustomStringConvertible {
    /// The snap, with the key of a parallel installation: `weather` or `weather_second`.
    package let snap: String

    /// The app within it, or `nil` for a hook of the snap.
    package let app: String?

    /// Creates a name of its parts.
    package init(snap: String, app: String?) {
        self.snap = snap
        self.app = app
    }

    /// Reads the name of a unit, or returns `nil` for one that snapd did not make.
    ///
    /// They are `snap.SNAP.APP.service`, `snap.SNAP.APP-UUID.scope`, for hooks `snap.SNAP.hook.HOOK-UUID.scope`, and
    /// from older versions `snap.SNAP.APP.UUID.scope`.
    package init?(_ unit: UnitName) {
        guard unit.rawValue.hasPrefix("snap."), let dot = unit.rawValue.lastIndex(of: ".") else { return nil }
        var tag = unit.rawValue[..<dot]
        switch unit.rawValue[dot...] {
        case ".service": break
        case ".scope":
            let end = tag.suffix(Self.uuidLength + 1)
            guard let separator = end.first, separator == "-" || separator == ".", isUUID(end.dropFirst())
            else { return nil }
            tag = tag.dropLast(end.count)
        default: return nil
        }
        let parts = tag.split(separator: ".", omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        guard parts.count == 3 || parts[2] == "hook" else { return nil }
        snap = String(parts[1])
        app = parts.count == 3 ? String(parts[2]) : nil
    }

    /// The name that the app has unless a manifest gives it another: that of the portals, `snap.weather`.
    package var identifier: AppIdentifier? { AppIdentifier("snap.\(snap)") }

    /// The snap, and its app after a dot.
    package var description: String { app.map { "\(snap).\($0)" } ?? snap }

    private static let uuidLength = 36
}

private func isUUID(_ text: Substring) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
}
