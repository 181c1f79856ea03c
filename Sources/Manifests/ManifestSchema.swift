import UserInput

/// What a manifest may have: the one table of sections and keys.
enum ManifestSchema {
    /// A sort of section.
    enum Section: String, CaseIterable {
        case app = "App"
        case temporaryAccuracy = "TemporaryAccuracy"
        case `extension` = "Extension"
        case recognition = "Recognition"
        case provider = "Provider"

        /// What the name behind the word looks like, or `nil` for a section that has none.
        var exampleName: String? {
            switch self {
            case .temporaryAccuracy: "navigation"
            case .extension: "forecast"
            case .app, .recognition, .provider: nil
            }
        }

        /// How the section is written.
        var form: String {
            switch self {
            case .temporaryAccuracy: "TemporaryAccuracy KEY"
            case .extension: "Extension NAME"
            case .app, .recognition, .provider: rawValue
            }
        }

        /// The keys it may have.
        var keys: [Key] {
            switch self {
            case .app:
                [
                    .identifier, .name, .whenInUsePurpose, .alwaysPurpose, .defaultAccuracy,
                    .requireServiceSession, .requiredCapabilities,
                ]
            case .temporaryAccuracy: [.purpose]
            case .extension: [.kinds, .wantsLocation]
            case .recognition: [.unit, .flatpak, .snap]
            case .provider: [.unit, .manager]
            }
        }
    }

    /// A key.
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
        case unit = "Unit"
        case flatpak = "Flatpak"
        case snap = "Snap"
        case manager = "Manager"

        /// Whether people read it.
        var isTranslatable: Bool {
            switch self {
            case .name, .whenInUsePurpose, .alwaysPurpose, .purpose: true
            default: false
            }
        }

        /// How many characters it may have, as Unicode counts them, where people read it.
        var lengthLimit: Int { self == .name ? 100 : 500 }
    }

    /// Says what is wrong with a key that `section` does not have.
    static func mistake(of key: String, in section: Section, called name: String) -> INIProblem.Reason {
        let known = section.keys.map(\.rawValue)
        if let owner = Section.allCases.first(where: { $0.keys.contains { $0.rawValue == key } }) {
            return .misplacedKey(key, section: name, belongsTo: owner.form)
        }
        return .unknownKey(key, section: name, nearest: Spelling.nearest(to: key, among: known), known: known)
    }

    /// Says what is wrong with a section that there is not.
    static func mistake(ofSection name: String) -> INIProblem.Reason {
        let word = String(name.prefix { $0 != " " })
        let nearest = Spelling.nearest(to: word, among: Section.allCases.map(\.rawValue))
            .flatMap(Section.init(rawValue:))
        return .unknownSection(name, nearest: nearest?.form, known: Section.allCases.map(\.form))
    }
}
