package import LocationModel

/// What apps say about themselves, as far as anybody told.
package struct AppManifests: Hashable, Sendable {
    /// The manifests of this machine, which hold for every user.
    package var ofMachine: [AppIdentifier: AppManifest]

    /// The manifests that people brought along, for apps that the machine has none for.
    package var ofUsers: [AppKey: AppManifest]

    /// Creates the manifests there are.
    package init(ofMachine: [AppIdentifier: AppManifest] = [:], ofUsers: [AppKey: AppManifest] = [:]) {
        self.ofMachine = ofMachine
        self.ofUsers = ofUsers
    }

    /// Returns the manifest of an app as one user has it; the machine's comes first.
    package subscript(app: AppKey) -> AppManifest? { ofMachine[app.app] ?? ofUsers[app] }
}

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
