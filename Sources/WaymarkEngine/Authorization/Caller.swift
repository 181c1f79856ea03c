package import LocationModel

/// On whose behalf a client acts.
package struct Caller: Hashable, Sendable {
    /// The user, as the kernel vouches for it.
    package let user: UserIdentifier

    /// Whether a sandbox confines it to one app.
    package let isSandboxed: Bool

    /// The apps that a sandbox may confine it to: that of its own name, and that of a manifest that knows the sandbox.
    package let sandboxedApps: Set<AppIdentifier>

    /// Whether it belongs to the group that may show the widgets of everybody.
    package let isKiosk: Bool

    /// Creates a caller.
    package init(
        user: UserIdentifier,
        isSandboxed: Bool = false,
        sandboxedApps: Set<AppIdentifier> = [],
        isKiosk: Bool = false
    ) {
        self.user = user
        self.isSandboxed = isSandboxed
        self.sandboxedApps = sandboxedApps
        self.isKiosk = isKiosk
    }

    /// Creates the caller that a program is, of which the system says something and manifests may know more.
    package init(
        user: UserIdentifier,
        _ attribution: AppAttribution,
        knownTo catalogue: AppCatalogue,
        isKiosk: Bool
    ) {
        let recognised = attribution.evidence.flatMap { catalogue.app(recognisedBy: $0, for: user) }
        self.init(
            user: user,
            isSandboxed: attribution.isSandboxed,
            sandboxedApps: attribution.isSandboxed
                ? Set([recognised, attribution.app].compactMap(\.self)) : [],
            isKiosk: isKiosk
        )
    }

    /// Returns whether this caller may see and do what concerns `app`.
    package func mayActFor(_ app: AppKey) -> Bool {
        mayActFor(app.user) && (!isSandboxed || sandboxedApps.contains(app.app))
    }

    /// Returns whether this caller may see the widgets of `app`.
    package func maySee(_ app: AppKey) -> Bool { mayActFor(app) || mayShowFor(app.user) }

    /// Returns whether this caller may see what belongs to `owner` and concerns no app in particular.
    package func mayActFor(_ owner: UserIdentifier) -> Bool { user == owner || user == .root }

    /// Returns whether this caller may change settings and answer questions of `owner`.
    ///
    /// A sandboxed app may not: it would decide about itself.
    package func mayDecideFor(_ owner: UserIdentifier) -> Bool { mayActFor(owner) && !isSandboxed }

    /// Returns whether this caller may place, show and hide widgets of `owner`.
    package func mayShowFor(_ owner: UserIdentifier) -> Bool {
        (mayActFor(owner) || isKiosk) && !isSandboxed
    }

    /// Returns whether this caller may ask at all; what it is told is what it may see.
    ///
    /// A sandboxed app may not: these are questions of a person, or of a program that works for one.
    package func mayAsk(_ inquiry: Inquiry) -> Bool {
        switch inquiry {
        case .apps, .services, .accesses, .status, .widgets, .explanation, .decisions, .receivers:
            !isSandboxed
        }
    }

    /// Whether this caller may change the key that seals what is kept of everybody.
    package var mayChangeKey: Bool { mayDecideFor(.root) }
}

/// What can be asked without changing anything.
package enum Inquiry: Hashable, Sendable, CaseIterable {
    /// The apps, and what they may know.
    case apps

    /// Whether location services are on.
    case services

    /// The locations that were given to apps.
    case accesses

    /// How the service is doing.
    case status

    /// The widgets, and how they stand.
    case widgets

    /// Why a widget stands as it does.
    case explanation

    /// What was decided.
    case decisions

    /// How receivers are doing.
    case receivers
}
