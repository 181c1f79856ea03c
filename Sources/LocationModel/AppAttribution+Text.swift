extension AppAttribution {
    package var name: String {
        switch self {
        case .flatpak: "flatpak"
        case .snap: "snap"
        case .systemUnit: "systemUnit"
        case .userUnit: "userUnit"
        case .unidentified: "unidentified"
        }
    }

    package var text: String {
        switch self {
        case .flatpak(let app, let evidence):
            switch evidence {
            case .info, .mounts: app.map { "the Flatpak \($0)" } ?? "a Flatpak without a name"
            case .unit(let unit): "the Flatpak of the unit \(unit)"
            }
        case .snap(let name, _): "the snap \(name)"
        case .systemUnit(let unit): "the system's unit \(unit)"
        case .userUnit(let unit): "the user's unit \(unit)"
        case .unidentified(let reason): reason.text
        }
    }
}

extension AppAttribution.Unidentified {
    package var text: String {
        switch self {
        case .loginSession: "a program started in a terminal or at login"
        case .noUnit: "a program of which the system knows nothing"
        case .foreignSession(let owner): "a program in the session of user \(owner)"
        case .ended: "a program that has ended"
        case .hidden: "a program that the system hides"
        }
    }
}

extension AppVerification {
    package var name: String {
        switch self {
        case .verified(let attribution): attribution.name
        case .claimed: "claimed"
        }
    }

    package var text: String {
        switch self {
        case .verified(.flatpak(_, .info)), .verified(.flatpak(_, .mounts)): "verified by Flatpak"
        case .verified(.snap(_, .system)), .verified(.snap(_, .user)): "verified by Snap"
        case .verified(let attribution): "verified by \(attribution.text)"
        case .claimed(.unidentified(let reason)):
            "not verified: \(reason.text) says that it is this app"
        case .claimed(let attribution):
            "not verified: a program in \(attribution.text) says that it is this app"
        }
    }

    /// The program that claims to be the app, in words for the person who is asked; `nil` if it is verified.
    package var claimant: String? {
        switch self {
        case .verified: nil
        case .claimed(.unidentified(.loginSession)): "a program started from your terminal or at login"
        case .claimed(.unidentified(.noUnit)): "a program that cannot be identified"
        case .claimed(.unidentified(let reason)): reason.text
        case .claimed(.userUnit(let unit)): "a program of your session (\(unit))"
        case .claimed(.systemUnit(let unit)): "a program of the system (\(unit))"
        case .claimed(let attribution): "a program in \(attribution.text)"
        }
    }
}

extension AppMismatch {
    /// The error message for the person who started the program: what is wrong and how to fix it.
    package var text: String {
        let known =
            actual.isEmpty
            ? "is \(attribution.text)"
            : "runs as \(actual.map(\.rawValue).joined(separator: " or ")) by \(attribution.text)"
        let cure =
            switch attribution {
            case .unidentified: "connect from the process that uses the connection"
            case .flatpak, .snap: "name it by that, or install a manifest for everybody that recognises it"
            case .systemUnit, .userUnit:
                "start it in a unit of its own, such as app-\(claimed.escapedForUnit)@1.service, "
                    + "or let its manifest recognise this unit"
            }
        return "the program says it is \(claimed) but \(known); \(cure)"
    }
}
