import LocationModel

extension Authorization {
    /// The authorization for a person.
    package var text: String {
        if limits.contains(.forbidden) { return "restricted by the administrator" }
        if limits.contains(.servicesOff) { return "never while location services are off" }
        let accuracyText = status.isAuthorized && accuracy == .reduced ? ", reduced accuracy" : ""
        if isTemporary { return "when-in-use, once" + accuracyText }
        if grant.isProvisional { return "always, provisional" + accuracyText }
        return grant.text + accuracyText
    }
}

extension Grant {
    /// The decision, in the words of `waymarkctl authorize`.
    var text: String {
        status == .authorizedWhenInUse ? "\(status.word), widgets \(widgets.word)" : status.word
    }
}

extension AuthorizationChoice {
    /// The choice in the words of `waymarkctl authorize`.
    package var word: String {
        switch self {
        case .notDetermined: "ask"
        case .denied: "never"
        case .authorizedWhenInUse: "when-in-use"
        case .authorizedAlways: "always"
        }
    }
}

extension WidgetGrant {
    /// The decision about widgets in the words of `waymarkctl authorize`.
    package var word: String {
        switch self {
        case .undecided: "undecided"
        case .granted: "yes"
        case .refused: "no"
        }
    }
}

extension AuthorizationCause {
    /// The cause for a person.
    var text: String {
        switch self {
        case .settings: "the person changed the settings"
        case .reset: "the person reset the decisions"
        case .answer(let prompt): "the person answered \(prompt)"
        case .useEnded: "the app is not in use any more"
        case .servicesSwitch: "location services were switched"
        case .policy: "the administrator changed the policy"
        case .manifest: "the app's manifest changed"
        }
    }

    /// The cause in one word for programs.
    var name: String {
        switch self {
        case .settings: "settings"
        case .reset: "reset"
        case .answer: "answer"
        case .useEnded: "useEnded"
        case .servicesSwitch: "servicesSwitch"
        case .policy: "policy"
        case .manifest: "manifest"
        }
    }
}

extension AuthorizationRequest {
    /// The request for a person.
    var text: String {
        switch self {
        case .whenInUse: "the location while in use"
        case .always: "the location at any time"
        case .temporaryFullAccuracy(let purpose): "full accuracy while in use, for \(purpose)"
        }
    }

    /// The request in one word for programs.
    var name: String {
        switch self {
        case .whenInUse: "whenInUse"
        case .always: "always"
        case .temporaryFullAccuracy: "temporaryFullAccuracy"
        }
    }
}

extension PromptQuestion {
    /// The question for a person, after "whether".
    package var text: String {
        switch self {
        case .whenInUse: "the app may know the location while it is in use"
        case .always: "the app may know the location, at any time if possible"
        case .alwaysUpgrade: "the app may also know the location while it is not in use"
        case .provisionalAlways: "the app may know the location while it is not in use, now that it needs it"
        case .usageReminder: "the app may still know the location while it is not in use"
        case .temporaryFullAccuracy(let purpose):
            "the app may know exactly while it is in use, for \(purpose)"
        case .widgets: "the app's widgets may know the location too"
        }
    }

    /// Returns the question as an agent shows it, about an app called `name`.
    package func text(about name: String) -> String {
        switch self {
        case .whenInUse: "May \(name) know the location while it is in use?"
        case .always: "May \(name) know the location? It would like to know at any time."
        case .alwaysUpgrade: "May \(name) also know the location while it is not in use?"
        case .provisionalAlways:
            "\(name) needs the location now, while it is not in use. May it know at any time?"
        case .usageReminder: "\(name) uses the location while it is not in use. May it go on?"
        case .temporaryFullAccuracy: "May \(name) know exactly where you are, as long as it is in use?"
        case .widgets: "May the widgets of \(name) know the location too?"
        }
    }

    /// The question in one word for programs.
    package var name: String {
        switch self {
        case .whenInUse: "whenInUse"
        case .always: "always"
        case .alwaysUpgrade: "alwaysUpgrade"
        case .provisionalAlways: "provisionalAlways"
        case .usageReminder: "usageReminder"
        case .temporaryFullAccuracy: "temporaryFullAccuracy"
        case .widgets: "widgets"
        }
    }
}

extension PromptEnd {
    /// The end for a person.
    package var text: String {
        switch self {
        case .answered(let choice, let session): "answered \(choice.rawValue.dashed) through \(session)"
        case .decidedInSettings: "decided in the settings"
        case .useEnded: "the app is not in use any more"
        case .pointless: "no answer would change anything any more"
        }
    }

    /// The end in one word for programs.
    package var name: String {
        switch self {
        case .answered: "answered"
        case .decidedInSettings: "decidedInSettings"
        case .useEnded: "useEnded"
        case .pointless: "pointless"
        }
    }
}

extension RequestObstacle {
    /// The obstacle for a person.
    package var text: String {
        switch self {
        case .notInUse: "the app is not in use"
        case .alreadyDetermined: "the person has decided already"
        case .allowedOnce: "the app is allowed once and can ask for more next time"
        case .alwaysWasAsked: "the app may ask for always once only, and has done so"
        case .restricted: "the administrator does not allow it"
        case .servicesOff: "location services are off"
        case .notAuthorized: "the app may not know the location at all"
        case .alreadyFullAccuracy: "the app may know exactly already"
        }
    }
}

extension RequestOutcome {
    /// The outcome for a person.
    package var text: String {
        switch self {
        case .asking(_, agents: 0):
            "no agent is connected to ask the person: the question waits for one, or for 'waymarkctl authorize'"
        case .asking: "the person is being asked"
        case .nothing(let obstacle): "nobody is asked: \(obstacle.text)"
        }
    }

    var evidence: [String: EvidenceValue] {
        switch self {
        case .asking(let prompt, let agents):
            ["prompt": .word(prompt.description), "agents": .number(Double(agents))]
        case .nothing(let obstacle): ["obstacle": .word(obstacle.rawValue)]
        }
    }
}

extension PurposeText {
    /// The key of the text in a manifest.
    package var key: String {
        switch self {
        case .whenInUse: "WhenInUsePurpose="
        case .always: "AlwaysPurpose="
        case .temporaryAccuracy(let purpose): "Purpose= in [TemporaryAccuracy \(purpose)]"
        }
    }
}
