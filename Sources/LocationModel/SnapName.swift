/// The name of an app of a snap, as in the units that snapd creates for it.
package struct SnapName: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The snap, with the instance key of a parallel installation: `weather` or `weather_second`.
    package let snap: String

    /// The app within the snap, or `nil` for a hook.
    package let app: String?

    package init(snap: String, app: String?) {
        self.snap = snap
        self.app = app
    }

    /// Parses the name of a unit, or returns `nil` if snapd did not create the unit.
    ///
    /// The names are `snap.SNAP.APP.service`, `snap.SNAP.APP-UUID.scope`, for hooks `snap.SNAP.hook.HOOK-UUID.scope`,
    /// and from older versions of snapd `snap.SNAP.APP.UUID.scope`.
    package init?(_ unit: UnitName) {
        guard unit.rawValue.hasPrefix("snap."), let dot = unit.rawValue.lastIndex(of: ".") else { return nil }
        var tag = unit.rawValue[..<dot]
        switch unit.rawValue[dot...] {
        case ".service": break
        case ".scope":
            let end = tag.suffix(Self.uuidLength + 1)
            guard let separator = end.first, separator == "-" || separator == ".",
                BeaconUUID(String(end.dropFirst())) != nil
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

    /// The identifier that portals use, `snap.weather`, which the app has unless a manifest gives it another.
    package var identifier: AppIdentifier? { AppIdentifier("snap.\(snap)") }
    package var description: String { app.map { "\(snap).\($0)" } ?? snap }

    private static let uuidLength = 36
}
