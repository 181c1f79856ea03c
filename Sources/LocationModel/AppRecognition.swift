/// How apps are recognised beyond the names they have by convention, as their manifests declare it.
package struct AppRecognition: Hashable, Sendable {
    /// One way to recognise an app.
    package enum Mark: Hashable, Sendable {
        /// The unit it runs in, or the template of that.
        case unit(UnitName)

        /// The identifier it has in Flatpak.
        case flatpak(AppIdentifier)

        /// The snap it comes in, or one app of the snap as `SNAP.APP`.
        case snap(String)
    }

    /// Whose word a manifest is.
    package enum Origin: Hashable, Sendable {
        /// Root's: it was installed for everybody.
        case system

        /// A file that any of the person's programs may have written, those in a sandbox with access to it too.
        case person
    }

    private var apps: [Mark: Set<AppIdentifier>] = [:]

    /// Creates one that recognises nothing beyond the conventions.
    package init() {}

    /// Adds what a manifest declares.
    ///
    /// What a person's manifest says of sandboxes is passed over: a sandboxed app that can write such files would
    /// give itself another's name.
    package mutating func add(_ mark: Mark, of app: AppIdentifier, from origin: Origin) {
        switch (mark, origin) {
        case (.flatpak, .person), (.snap, .person): return
        case (.unit, _), (_, .system): apps[mark, default: []].insert(app)
        }
    }

    /// Returns the apps that a program may be: those whose manifests recognise it, and what it is by name.
    package func apps(of attribution: AppAttribution) -> Set<AppIdentifier> {
        marks(of: attribution).reduce(into: Set([attribution.app].compactMap { $0 })) { found, mark in
            found.formUnion(apps[mark] ?? [])
        }
    }

    private func marks(of attribution: AppAttribution) -> [Mark] {
        switch attribution {
        case .flatpak(let app, _): app.map { [.flatpak($0)] } ?? []
        case .snap(let name, _): [.snap(name.snap), .snap(name.description)]
        case .systemUnit(let unit), .userUnit(let unit):
            [.unit(unit)] + (unit.template.map { [.unit($0)] } ?? [])
        case .unidentified: []
        }
    }
}
