package import LocationModel

/// A manifest text that states the purpose of a location.
package enum PurposeText: Hashable, Sendable {
    /// The purpose while the app is in use.
    case whenInUse

    /// The purpose at any time.
    case always

    /// The purpose of the exact location, by its key.
    case temporaryAccuracy(PurposeKey)
}

extension AppManifest {
    /// Returns the first text that a request needs and the manifest lacks.
    func missingPurpose(for request: AuthorizationRequest) -> PurposeText? {
        if whenInUsePurpose == nil { return .whenInUse }
        switch request {
        case .whenInUse: return nil
        case .always: return alwaysPurpose == nil ? .always : nil
        case .temporaryFullAccuracy(let purpose):
            return temporaryAccuracyPurposes[purpose] == nil ? .temporaryAccuracy(purpose) : nil
        }
    }

    /// Returns the text that the person reads beside a question.
    package func purpose(of question: PromptQuestion) -> LocalizedText? {
        switch question {
        case .whenInUse, .widgets: whenInUsePurpose
        case .always, .alwaysUpgrade, .provisionalAlways, .usageReminder: alwaysPurpose ?? whenInUsePurpose
        case .temporaryFullAccuracy(let purpose): temporaryAccuracyPurposes[purpose]
        }
    }
}

extension AuthorizationRequest {
    /// The text that the request always needs.
    var purpose: PurposeText {
        switch self {
        case .whenInUse, .always: .whenInUse
        case .temporaryFullAccuracy(let purpose): .temporaryAccuracy(purpose)
        }
    }
}
