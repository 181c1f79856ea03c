/// The system's own evidence about which program is at the other end of a connection.
package enum AppAttribution: Hashable, Codable, Sendable {
    /// The program runs in a Flatpak sandbox. The app is `nil` for a sandbox that belongs to no app.
    case flatpak(AppIdentifier?, FlatpakEvidence)

    /// The program is an app of a snap, in a unit of the system manager or of the user manager.
    case snap(SnapName, Manager)

    case systemUnit(UnitName)

    case userUnit(UnitName)
    case unidentified(Unidentified)

    package enum FlatpakEvidence: Hashable, Codable, Sendable {
        /// The `.flatpak-info` file that Flatpak puts into every sandbox, with the instance number.
        case info(instance: String?)

        /// The mounts of the sandbox; its `.flatpak-info` could not be read.
        case mounts

        /// Only the name of its unit.
        case unit(UnitName)
    }

    package enum Manager: Hashable, Codable, Sendable {
        /// The system manager, which only root controls.
        case system
        /// The user manager, which any program of that user controls.
        case user
    }

    /// The reason why a program cannot be identified.
    package enum Unidentified: Hashable, Codable, Sendable {
        /// It runs in a login session, like everything started from a terminal or a console.
        case loginSession
        case noUnit

        /// It runs in the session of another user, whose unit names are not trusted.
        case foreignSession(UserIdentifier)

        /// It ended before it could be inspected, or its process identifier was reused.
        case ended

        /// The system hides the unit it runs in.
        case hidden
    }

    /// Whether the program is confined and therefore must not act for the person: answer prompts, change settings.
    ///
    /// A program that has ended counts as confined: its parent may be sandboxed and still hold the
    /// connection.
    package var isSandboxed: Bool {
        switch self {
        case .flatpak, .snap, .unidentified(.ended): true
        case .systemUnit, .userUnit, .unidentified: false
        }
    }

    package var evidence: AppEvidence? {
        switch self {
        case .flatpak(let app, _): app.map { .flatpak($0.rawValue) }
        case .snap(let name, _): .snap(name.snap)
        case .systemUnit(let unit), .userUnit(let unit): .unit(unit.rawValue)
        case .unidentified: nil
        }
    }

    /// The app that the attribution names without the help of a manifest.
    package var app: AppIdentifier? {
        switch self {
        case .flatpak(let app, _): app
        case .snap(let name, _): name.identifier
        case .systemUnit(let unit), .userUnit(let unit): unit.desktopApp
        case .unidentified: nil
        }
    }
}
