enum ManifestSchema {
    /// A sort of section, by its first word.
    enum Section: String, CaseIterable {
        case app = "App"
        case temporaryAccuracy = "TemporaryAccuracy"
        case `extension` = "Extension"
        case kind = "Kind"
        case recognition = "Recognition"
        case provider = "Provider"

        /// The section header as the documentation shows it, with the sort of name that it has.
        var form: String {
            switch self {
            case .temporaryAccuracy: "\(rawValue) KEY"
            case .extension, .kind: "\(rawValue) NAME"
            case .app, .recognition, .provider: rawValue
            }
        }

        var takesName: Bool { form != rawValue }

        var keys: [Key] {
            switch self {
            case .app:
                [
                    .identifier, .name, .whenInUsePurpose, .alwaysPurpose, .defaultAccuracy,
                    .requireServiceSession, .requiredCapabilities,
                ]
            case .temporaryAccuracy: [.purpose]
            case .extension: [.kinds, .wantsLocation]
            case .kind: [.name, .description, .families, .configuration, .placeholder, .pushable]
            case .recognition: [.unit, .flatpak, .snap]
            case .provider: [.unit, .exec, .busName, .manager]
            }
        }
    }

    enum Key: String, CaseIterable {
        case identifier = "Identifier"
        case name = "Name"
        case whenInUsePurpose = "WhenInUsePurpose"
        case alwaysPurpose = "AlwaysPurpose"
        case defaultAccuracy = "DefaultAccuracy"
        case requireServiceSession = "RequireServiceSession"
        case requiredCapabilities = "RequiredCapabilities"
        case purpose = "Purpose"
        case kinds = "Kinds"
        case wantsLocation = "WantsLocation"
        case description = "Description"
        case families = "Families"
        case configuration = "Configuration"
        case placeholder = "Placeholder"
        case pushable = "Pushable"
        case unit = "Unit"
        case exec = "Exec"
        case busName = "BusName"
        case flatpak = "Flatpak"
        case snap = "Snap"
        case manager = "Manager"

        var isTranslatable: Bool {
            switch self {
            case .name, .description, .whenInUsePurpose, .alwaysPurpose, .purpose: true
            default: false
            }
        }

        /// The most Unicode scalars in a translatable value.
        var lengthLimit: Int { self == .name ? 100 : 500 }
    }
}
