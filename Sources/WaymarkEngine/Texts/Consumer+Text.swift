import LocationModel

extension EntitledConsumer {
    /// The consumer and the reason why receivers are on for it, for a person.
    package var text: String {
        switch (consumer, ground, want) {
        case (.request, _, _): "\(consumer) of \(owner.app) waits for a location"
        case (.monitor, .always, _) where !isConfirmed:
            "\(consumer) monitors, and may know once the person confirms that it may always know the location"
        case (.monitor, .always, _): "\(consumer) monitors, and may always know the location"
        case (.monitor, _, _): "\(consumer) monitors, and is in use"
        case (.follower, _, _): "\(consumer) of \(owner.app) follows the machine"
        case (.widget, .inView, _): "\(consumer) is in view"
        case (.widget, .inUseWindow, _): "\(consumer) was in view recently"
        case (.widget, .appInUse, _): "\(consumer) belongs to an app in use"
        case (.widget, .backgroundSession, _): "\(consumer) belongs to an app in use in the background"
        case (.widget, .always, _) where !isConfirmed:
            "\(consumer) may know once the person confirms that its app may always know the location"
        case (.widget, .always, .fix): "\(consumer) may always know the location, and waits for it"
        case (.widget, .always, _): "\(consumer) may always know the location"
        }
    }

    /// The consumer and its ground, for programs.
    var evidence: [String: EvidenceValue] {
        [
            "consumer": .word(consumer.description), "want": .word(want.name),
            "ground": .word(ground.rawValue),
        ]
    }
}

extension Want {
    /// The want in one word for programs.
    package var name: String {
        switch self {
        case .everyFix: "everyFix"
        case .fix: "fix"
        case .fixes: "fixes"
        case .significantChanges: "significantChanges"
        }
    }
}
