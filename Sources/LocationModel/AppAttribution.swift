/// What the system says of the program at the other end of a connection, before it says anything itself.
package enum AppAttribution: Hashable, Sendable {
    /// It runs in a sandbox of Flatpak, which names the app, but for a sandbox around no app.
    case flatpak(AppIdentifier?, FlatpakEvidence)

    /// It is an app of a snap, in a unit of the system's manager or of the person's own.
    case snap(SnapName, Manager)

    /// It runs in a unit of the system.
    case systemUnit(UnitName)

    /// It runs in a unit of the person's own manager.
    case userUnit(UnitName)

    /// Nothing tells what it is.
    case unidentified(Unidentified)

    /// What shows that it is in a sandbox of Flatpak.
    package enum FlatpakEvidence: Hashable, Sendable {
        /// The file that Flatpak puts into every sandbox, with the number of this one.
        case info(instance: String?)

        /// What is mounted in the sandbox; its file could not be read.
        case mounts

        /// Nothing but the name of its unit.
        case unit(UnitName)
    }

    /// Who made a unit.
    package enum Manager: Hashable, Sendable {
        /// The system's, which does what root says.
        case system

        /// The person's own, which does what any of the person's programs says.
        case user
    }

    /// Why nothing tells.
    package enum Unidentified: Hashable, Sendable {
        /// It runs in a login session, as whatever a person starts in a terminal or a console.
        case loginSession

        /// It is in no unit.
        case noUnit

        /// It runs in the session of another user, whose names are not to be believed.
        case foreignSession(UserIdentifier)

        /// It had ended before it could be looked at, or its number is another's.
        case ended

        /// The system does not show what it runs in.
        case hidden
    }

    /// How far it can be trusted.
    package enum Trust: Hashable, Sendable, Comparable {
        /// Not at all: there is only what the program says.
        case none

        /// As far as the person's own programs: none in a sandbox can feign it, any other can.
        case session

        /// Only root can have arranged it.
        case system
    }

    /// How far it can be trusted.
    package var trust: Trust {
        switch self {
        case .systemUnit, .snap(_, .system): .system
        case .flatpak, .snap(_, .user), .userUnit: .session
        case .unidentified: .none
        }
    }

    /// Whether the program is confined, so that it must not act for the person: answer questions, change settings.
    package var isSandboxed: Bool {
        switch self {
        case .flatpak, .snap: true
        case .systemUnit, .userUnit, .unidentified: false
        }
    }

    /// What a manifest can recognise it by.
    package var evidence: AppEvidence? {
        switch self {
        case .flatpak(let app, _): app.map { .flatpak($0.rawValue) }
        case .snap(let name, _): .snap(name.snap)
        case .systemUnit(let unit), .userUnit(let unit): .unit(unit.rawValue)
        case .unidentified: nil
        }
    }

    /// The app that this names by itself, without a manifest.
    package var app: AppIdentifier? {
        switch self {
        case .flatpak(let app, _): app
        case .snap(let name, _): name.identifier
        case .systemUnit(let unit), .userUnit(let unit): unit.desktopApp
        case .unidentified: nil
        }
    }
}
