/// What an app says about itself before it runs: the texts of its requests, its widgets, and how to know it.
package struct AppManifest: Hashable, Sendable {
    /// The app.
    package var identifier: AppIdentifier

    /// What people call it.
    package var name: LocalizedText

    /// What it wants the location for while it is in use; without it no request can be made.
    package var whenInUsePurpose: LocalizedText?

    /// What it wants the location for at any time; never without ``whenInUsePurpose``.
    package var alwaysPurpose: LocalizedText?

    /// What it may want full accuracy for, for a while; empty without ``whenInUsePurpose``.
    package var temporaryAccuracyPurposes: [PurposeKey: LocalizedText] = [:]

    /// The accuracy that it asks for.
    package var defaultAccuracy = AccuracyAuthorization.full

    /// Whether it gets locations only while it holds a session, rather than whenever it asks.
    package var requiresServiceSession = false

    /// What it cannot do without.
    package var requiredCapabilities: Set<DeviceCapability> = []

    /// The parts of it that make widgets, in the order of the file; no kind belongs to two.
    package var extensions: [AppExtension] = []

    /// What tells that a program is this app.
    package var recognition = AppRecognition()

    /// What starts its provider of timelines.
    package var provider: ProviderUnit?

    /// Creates the manifest of an app that wants nothing.
    package init(identifier: AppIdentifier, name: LocalizedText) {
        self.identifier = identifier
        self.name = name
    }

    /// Returns the extension that makes widgets of `kind`, or `nil` where none does.
    package func `extension`(for kind: WidgetKind) -> AppExtension? {
        extensions.first { $0.kinds.contains(kind) }
    }
}

/// A part of an app that makes widgets.
package struct AppExtension: Hashable, Sendable {
    /// What it is called by.
    package var name: ExtensionName

    /// The kinds it makes, in the order of the file.
    package var kinds: [WidgetKind]

    /// Whether what its widgets show depends on the location.
    package var wantsLocation: Bool

    /// Creates an extension.
    package init(name: ExtensionName, kinds: [WidgetKind], wantsLocation: Bool) {
        self.name = name
        self.kinds = kinds
        self.wantsLocation = wantsLocation
    }
}

/// What tells that a program is an app: any of these.
package struct AppRecognition: Hashable, Sendable {
    /// The units it runs in.
    package var units: [UnitName] = []

    /// Its names as a Flatpak.
    package var flatpaks: [String] = []

    /// Its names as a Snap.
    package var snaps: [String] = []

    /// Creates what recognises nothing.
    package init() {}
}

/// The systemd service that runs an app's provider.
package struct ProviderUnit: Hashable, Sendable {
    /// Whose services it is among.
    package enum Manager: String, Hashable, Sendable, CaseIterable {
        /// The person's own.
        case user

        /// The machine's.
        case system
    }

    /// The service; no template.
    package var unit: UnitName

    /// Whose services it is among.
    package var manager: Manager

    /// Creates the description of a service.
    package init(unit: UnitName, manager: Manager) {
        self.unit = unit
        self.manager = manager
    }
}
