package import LocationModel

/// A text of a manifest that says what a location is wanted for.
package enum PurposeText: Hashable, Sendable {
    /// While the app is in use.
    case whenInUse

    /// At any time.
    case always

    /// Exactly, for the purpose with this key.
    case temporaryAccuracy(PurposeKey)
}

extension AppManifest {
    /// Returns the first text that a request needs and that is not there.
    func missingPurpose(for request: AuthorizationRequest) -> PurposeText? {
        if whenInUsePurpose == nil { return .whenInUse }
        switch request {
        case .whenInUse: return nil
        case .always: return alwaysPurpose == nil ? .always : nil
        case .temporaryFullAccuracy(let purpose):
            return temporaryAccuracyPurposes[purpose] == nil ? .temporaryAccuracy(purpose) : nil
        }
    }

    /// Returns what the person is to read beside a question.
    package func purpose(of question: PromptQuestion) -> LocalizedText? {
        switch question {
        case .whenInUse, .widgets: whenInUsePurpose
        case .always, .alwaysUpgrade, .provisionalAlways, .usageReminder: alwaysPurpose ?? whenInUsePurpose
        case .temporaryFullAccuracy(let purpose): temporaryAccuracyPurposes[purpose]
        }
    }
}

extension AuthorizationRequest {
    /// The text that it needs in any case.
    var purpose: PurposeText {
        switch self {
        case .whenInUse, .always: .whenInUse
        case .temporaryFullAccuracy(let purpose): .temporaryAccuracy(purpose)
        }
    }
}
