package import LocationModel

package enum AuthorizationRequest: Hashable, Codable, Sendable, Evidential {
    case whenInUse
    case always
    case temporaryFullAccuracy(purpose: PurposeKey)

    var text: String {
        switch self {
        case .whenInUse: "the location while in use"
        case .always: "the location at any time"
        case .temporaryFullAccuracy(let purpose): "full accuracy while in use, for \(purpose)"
        }
    }

    /// Returns the key of the first purpose that the request needs and the manifest lacks.
    func missingPurpose(in manifest: AppManifest?) -> String? {
        if manifest?.whenInUsePurpose == nil { return "WhenInUsePurpose=" }
        switch self {
        case .whenInUse: return nil
        case .always: return manifest?.alwaysPurpose == nil ? "AlwaysPurpose=" : nil
        case .temporaryFullAccuracy(let purpose):
            let isStated = manifest?.temporaryAccuracyPurposes[purpose] != nil
            return isStated ? nil : "Purpose= in [TemporaryAccuracy \(purpose)]"
        }
    }
}

package enum PromptQuestion: Hashable, Sendable, Evidential {
    case whenInUse
    case always
    case alwaysUpgrade
    case provisionalAlways
    case usageReminder

    /// Whether an app keeps a permission that it has not used for long, and that otherwise ends.
    case unusedPermission
    case temporaryFullAccuracy(purpose: PurposeKey)
    case widgets

    /// Whether the proposal of one of the person's programs counts.
    case proposal(Proposal)

    package var choices: [PromptChoice] {
        switch self {
        case .whenInUse, .always: [.allowWhileUsing, .allowOnce, .deny]
        case .alwaysUpgrade, .provisionalAlways, .usageReminder: [.allowAlways, .keepWhileUsing]
        case .temporaryFullAccuracy, .widgets, .unusedPermission, .proposal: [.allow, .deny]
        }
    }

    package var offersAccuracy: Bool { self == .whenInUse || self == .always }

    /// Whether a client caused the question, rather than the service itself.
    var isByClient: Bool { endsWithUse || subject == .proposal }

    /// The subject of the question; of each subject, only one question waits at a time.
    var subject: Subject {
        switch self {
        case .whenInUse, .always, .alwaysUpgrade, .provisionalAlways, .usageReminder, .unusedPermission:
            .status
        case .temporaryFullAccuracy: .accuracy
        case .widgets: .widgets
        case .proposal: .proposal
        }
    }

    enum Subject { case status, accuracy, widgets, proposal }

    /// Whether the question is pointless once the app is not in use.
    var endsWithUse: Bool {
        switch self {
        case .whenInUse, .always, .alwaysUpgrade, .temporaryFullAccuracy: true
        case .provisionalAlways, .usageReminder, .unusedPermission, .widgets, .proposal: false
        }
    }

    /// Returns whether an answer could still change something.
    func matters(under authorization: Authorization) -> Bool {
        switch self {
        case .whenInUse, .always: authorization.status == .notDetermined
        case .alwaysUpgrade:
            authorization.status == .authorizedWhenInUse && !authorization.limits.contains(.whenInUseOnly)
        case .provisionalAlways: authorization.isUnconfirmed
        case .usageReminder: authorization.allowsOutOfUse
        case .unusedPermission: authorization.status.isAuthorized
        case .temporaryFullAccuracy:
            authorization.status.isAuthorized && authorization.accuracy == .reduced
                && !authorization.limits.contains(.reducedAccuracy)
        case .widgets: authorization.leavesWidgetsOpen
        case .proposal: true
        }
    }

    package var name: String { caseName(of: self) }

    /// Returns the text that an agent shows, about an app called `name`.
    package func text(about name: String) -> String {
        switch self {
        case .whenInUse: "May \(name) know the location while it is in use?"
        case .always: "May \(name) know the location? It would like to know at any time."
        case .alwaysUpgrade: "May \(name) also know the location while it is not in use?"
        case .provisionalAlways:
            "\(name) needs the location now, while it is not in use. May it know at any time?"
        case .usageReminder: "\(name) uses the location while it is not in use. May it go on?"
        case .unusedPermission:
            "\(name) has not used the location for long. May it keep the permission? Otherwise it has to ask in a week."
        case .temporaryFullAccuracy: "May \(name) know exactly where you are, as long as it is in use?"
        case .widgets: "May the widgets of \(name) know the location too?"
        case .proposal(let proposal): proposal.text(about: name)
        }
    }
}

/// Thrown when a request puts no question before the person.
extension RequestOutcome: Error {
    package var text: String {
        switch self {
        case .authorizationRequestInProgress: "the person is being asked"
        case .noAgent:
            "no agent is connected to ask the person: the question waits for one, or for 'waymarkctl authorize'"
        case .notInUse: "nobody is asked: the app is not in use"
        case .alreadyDetermined: "nobody is asked: the person has decided already"
        case .allowedOnce: "nobody is asked: the app is allowed once and can ask for more next time"
        case .alwaysWasAsked: "nobody is asked: the app may ask for always once only, and has done so"
        case .restricted: "nobody is asked: the administrator does not allow it"
        case .servicesOff: "nobody is asked: location services are off"
        case .notAuthorized: "nobody is asked: the app may not know the location at all"
        case .alreadyFullAccuracy: "nobody is asked: the app may know exactly already"
        }
    }
}

extension AppManifest {
    /// Returns the text that the person reads beside a question.
    package func purpose(of question: PromptQuestion) -> LocalizedText? {
        switch question {
        case .whenInUse, .unusedPermission, .widgets, .proposal(.authorize): whenInUsePurpose
        case .proposal(.switchOn), .proposal(.resume): nil
        case .always, .alwaysUpgrade, .provisionalAlways, .usageReminder: alwaysPurpose ?? whenInUsePurpose
        case .temporaryFullAccuracy(let purpose): temporaryAccuracyPurposes[purpose]
        }
    }
}
