package import LocationModel

package struct Caller: Hashable, Codable, Sendable {
    package let user: UserIdentifier

    /// Whether a sandbox confines the client to one app.
    package let isSandboxed: Bool

    /// The apps that a sandbox may confine it to: the app of its own name, and that of a manifest that names the
    /// sandbox.
    package let sandboxedApps: Set<AppIdentifier>

    /// Whether the client belongs to the group that may show the widgets of everybody.
    package let isKiosk: Bool

    /// The process and its ancestors; `nil` if they are unknown.
    package let origin: ProcessOrigin?

    package init(
        user: UserIdentifier,
        isSandboxed: Bool = false,
        sandboxedApps: Set<AppIdentifier> = [],
        isKiosk: Bool = false,
        origin: ProcessOrigin? = nil
    ) {
        self.user = user
        self.isSandboxed = isSandboxed
        self.sandboxedApps = sandboxedApps
        self.isKiosk = isKiosk
        self.origin = origin
    }

    /// Creates the caller of a program from the system's report and the manifests.
    package init(
        user: UserIdentifier,
        _ attribution: AppAttribution,
        knownTo catalogue: AppCatalogue,
        isKiosk: Bool,
        origin: ProcessOrigin?
    ) {
        let recognised = attribution.evidence.flatMap { catalogue.app(recognisedBy: $0, for: user) }
        self.init(
            user: user,
            isSandboxed: attribution.isSandboxed,
            sandboxedApps: attribution.isSandboxed
                ? Set([recognised, attribution.app].compactMap(\.self)) : [],
            isKiosk: isKiosk,
            origin: origin
        )
    }

    /// Returns whether this caller may read and change everything about `app`.
    package func mayActFor(_ app: AppKey) -> Bool {
        mayActFor(app.user) && (!isSandboxed || sandboxedApps.contains(app.app))
    }

    package func maySee(_ app: AppKey) -> Bool { mayActFor(app) || mayShowFor(app.user) }

    /// Returns whether this caller may see what belongs to `owner` and to no particular app.
    package func mayActFor(_ owner: UserIdentifier) -> Bool { user == owner || user == .root }

    /// Returns whether this caller may change settings and answer questions of `owner`; for root, those of
    /// the machine.
    ///
    /// A sandboxed app may not, because it would decide about itself.
    package func mayDecideFor(_ owner: UserIdentifier) -> Bool { mayActFor(owner) && !isSandboxed }

    /// Returns whether this caller may place, show and hide widgets of `owner`.
    package func mayShowFor(_ owner: UserIdentifier) -> Bool {
        (mayActFor(owner) || isKiosk) && !isSandboxed
    }

    /// Returns whether this caller may share the location with a widget of `owner` by a click.
    ///
    /// A click is the person's own, so nobody else may, not even root.
    package func mayShare(for owner: UserIdentifier) -> Bool { user == owner && !isSandboxed }

    /// The user whose apps this caller may act for, or `nil` for those of everybody.
    package var scope: UserIdentifier? { user == .root ? nil : user }

    /// Whether this caller may place, show and hide the widgets of everybody.
    package var showsForEverybody: Bool { (user == .root || isKiosk) && !isSandboxed }

    /// Whether this caller may make inquiries; each answer covers only what the caller may see.
    ///
    /// A sandboxed app may not: inquiries are for a person, or a program that works for one.
    package var mayInquire: Bool { !isSandboxed }

    /// Returns whether this caller may record the service, which reveals what it knows of everybody.
    ///
    /// The service's own user can read its files and memory anyway.
    package func mayRecord(serviceOf user: UserIdentifier) -> Bool {
        mayDecideFor(.root) || self.user == user && !isSandboxed
    }
}
