import LocationModel

// How every agent puts what it asks and what became of it.

extension PromptChoice {
    /// The answer for a person, as on a button.
    package var words: String {
        switch self {
        case .allowWhileUsing: "Allow while using"
        case .allowOnce: "Allow once"
        case .allowAlways: "Always allow"
        case .keepWhileUsing: "Keep only while using"
        case .allow: "Allow"
        case .deny: "Don't allow"
        }
    }
}

extension SettingsInterface.PromptEnd {
    /// Why a question waits no longer, for a person.
    package var words: String {
        switch self {
        case .answered: "answered elsewhere"
        case .decidedInSettings: "decided in the settings"
        case .useEnded: "the app is not in use any more"
        case .pointless: "no answer would change anything any more"
        case .replaced: "a newer proposal replaced it"
        case .lapsed: "nobody answered it in its time"
        }
    }
}

extension AccuracyAuthorization {
    /// How exactly an app may know, for a person.
    package var words: String { self == .full ? "exactly" : "the area only" }
}
