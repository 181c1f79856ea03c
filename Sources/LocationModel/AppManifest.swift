/// The declarations of an app before it runs: texts for prompts, widgets, and how to recognise its programs.
package struct AppManifest: Hashable, Codable, Sendable {
    package var identifier: AppIdentifier
    package var name: LocalizedText

    /// The reason that the app gives for wanting the location while it is in use.
    ///
    /// Without it the app cannot request authorization.
    package var whenInUsePurpose: LocalizedText?

    /// The reason for wanting the location at all times; never set without ``whenInUsePurpose``.
    package var alwaysPurpose: LocalizedText?

    /// The purposes for which the app may request temporary full accuracy; empty without ``whenInUsePurpose``.
    package var temporaryAccuracyPurposes: [PurposeKey: LocalizedText] = [:]
    package var defaultAccuracy = AccuracyAuthorization.full

    /// Whether the app gets locations only while it holds a service session.
    package var requiresServiceSession = false
    package var requiredCapabilities: Set<DeviceCapability> = []

    /// The widget extensions, in the order of the file.
    ///
    /// No kind belongs to two extensions.
    package var extensions: [AppExtension] = []
    package var kindDetails: [WidgetKind: KindDetails] = [:]

    package static let kindLimit = 256

    package var recognition = AppRecognition()

    /// The program that the service has started when the app's widgets or events need it.
    package var provider: AppProgram?

    package init(identifier: AppIdentifier, name: LocalizedText) {
        self.identifier = identifier
        self.name = name
    }

    package func `extension`(for kind: WidgetKind) -> AppExtension? {
        extensions.first { $0.kinds.contains(kind) }
    }
}

package struct AppExtension: Hashable, Codable, Sendable {
    package var name: ExtensionName

    /// The widget kinds, in the order of the file.
    package var kinds: [WidgetKind]

    /// Whether the content of its widgets depends on the location.
    package var wantsLocation: Bool

    package init(name: ExtensionName, kinds: [WidgetKind], wantsLocation: Bool) {
        self.name = name
        self.kinds = kinds
        self.wantsLocation = wantsLocation
    }
}

/// The evidence by which an app's programs are recognised; any one piece is enough.
package struct AppRecognition: Hashable, Codable, Sendable {
    package var units: [UnitName] = []
    package var flatpaks: [String] = []
    package var snaps: [String] = []

    package init() {}
}
