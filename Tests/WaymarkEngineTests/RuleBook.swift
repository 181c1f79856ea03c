import LocationModel
import WaymarkEngine

/// What `docs/behaviour.md` says about one app: its authorization and its use, written down without the engine.
struct RuleBook: Hashable {
    var choice = AuthorizationChoice.notDetermined
    var widgets = WidgetGrant.undecided
    var accuracyChoice: AccuracyAuthorization?
    var isProvisional = false
    var wasAskedForAlways = false
    var isAllowedOnce = false
    var temporaryAccuracy: AccuracyAuthorization?

    /// Whether the person has refused the location to widgets in the present use of the app.
    var isRefusedInUse = false

    var defaultAccuracy = AccuracyAuthorization.full
    var limits: AuthorizationLimits = []

    // MARK: What follows

    var status: AuthorizationStatus {
        if limits.contains(.forbidden) { return .restricted }
        if limits.contains(.servicesOff) { return .denied }
        if isAllowedOnce { return .authorizedWhenInUse }
        switch choice {
        case .notDetermined: return .notDetermined
        case .denied: return .denied
        case .authorizedWhenInUse where !isProvisional: return .authorizedWhenInUse
        case .authorizedWhenInUse, .authorizedAlways:
            return limits.contains(.whenInUseOnly) ? .authorizedWhenInUse : .authorizedAlways
        }
    }

    var accuracy: AccuracyAuthorization {
        if limits.contains(.reducedAccuracy) { return .reduced }
        return temporaryAccuracy ?? accuracyChoice ?? defaultAccuracy
    }

    /// Whether the app may know while it is not in use.
    var mayAlwaysKnow: Bool { status == .authorizedAlways && choice == .authorizedAlways }

    var mayWidgetsKnow: Bool { mayAlwaysKnow || status.isAuthorized && widgets == .granted }

    func ground(of use: RuleModel.Use, isAppInUse: Bool) -> Ground? {
        if mayWidgetsKnow, use == .inView { return .inView }
        if mayWidgetsKnow, use == .inWindow { return .inUseWindow }
        return groundOfApp(isInUse: isAppInUse && (mayWidgetsKnow || !isRefusedInUse))
    }

    func forbidsSharing(_ accuracy: AccuracyAuthorization?) -> Bool {
        status == .denied || status == .restricted || widgets == .refused && !mayWidgetsKnow
            || accuracy == .full && limits.contains(.reducedAccuracy)
    }

    func groundOfApp(isInUse: Bool) -> Ground? {
        if status.isAuthorized, isInUse { return .appInUse }
        return mayAlwaysKnow ? .always : nil
    }

    // MARK: What happens

    mutating func endUse() { (isAllowedOnce, temporaryAccuracy) = (false, nil) }

    mutating func reset() {
        let (accuracy, limits) = (defaultAccuracy, limits)
        self = RuleBook()
        (self.defaultAccuracy, self.limits) = (accuracy, limits)
    }

    mutating func choose(_ change: SettingsChange) {
        if let status = change.status {
            if status != choice || isAllowedOnce || isProvisional { endUse() }
            (choice, isProvisional) = (status, false)
            if status == .notDetermined { wasAskedForAlways = false }
        }
        if let grant = change.widgets { widgets = grant }
        if let accuracy = change.accuracy { (accuracyChoice, temporaryAccuracy) = (accuracy, nil) }
    }

    /// What a request comes to: a question, or the reason why there is none.
    func outcome(of request: AuthorizationRequest, isInUse: Bool) -> Result<PromptQuestion, RequestOutcome> {
        if !isInUse { return .failure(.notInUse) }
        if limits.contains(.forbidden) { return .failure(.restricted) }
        if limits.contains(.servicesOff) { return .failure(.servicesOff) }
        let isOnlyInUse = limits.contains(.whenInUseOnly)
        switch request {
        case .whenInUse: return status == .notDetermined ? .success(.whenInUse) : .failure(.alreadyDetermined)
        case .always where isAllowedOnce: return .failure(.allowedOnce)
        case .always where choice == .notDetermined: return .success(isOnlyInUse ? .whenInUse : .always)
        case .always where choice != .authorizedWhenInUse: return .failure(.alreadyDetermined)
        case .always where wasAskedForAlways: return .failure(.alwaysWasAsked)
        case .always: return isOnlyInUse ? .failure(.restricted) : .success(.alwaysUpgrade)
        case .temporaryFullAccuracy(let purpose):
            if !status.isAuthorized { return .failure(.notAuthorized) }
            if limits.contains(.reducedAccuracy) { return .failure(.restricted) }
            return accuracy == .full
                ? .failure(.alreadyFullAccuracy) : .success(.temporaryFullAccuracy(purpose: purpose))
        }
    }

    mutating func answer(
        _ question: PromptQuestion,
        _ choice: PromptChoice,
        accuracy: AccuracyAuthorization?
    ) {
        switch (question, choice) {
        case (.whenInUse, .allowWhileUsing), (.always, .allowWhileUsing):
            self.choice = .authorizedWhenInUse
            if let accuracy { accuracyChoice = accuracy }
            if question == .always { (isProvisional, wasAskedForAlways) = (true, true) }
        case (.whenInUse, .allowOnce), (.always, .allowOnce):
            (isAllowedOnce, temporaryAccuracy) = (true, accuracy)
        case (.whenInUse, _), (.always, _): self.choice = .denied
        case (.alwaysUpgrade, .allowAlways), (.provisionalAlways, .allowAlways):
            (self.choice, isProvisional, wasAskedForAlways) = (.authorizedAlways, false, true)
        case (.alwaysUpgrade, _): wasAskedForAlways = true
        case (.provisionalAlways, _): isProvisional = false
        case (.usageReminder, .keepWhileUsing): self.choice = .authorizedWhenInUse
        case (.usageReminder, _), (.unusedPermission, .allow): break
        case (.unusedPermission, _): self.choice = .denied
        case (.temporaryFullAccuracy, .allow): temporaryAccuracy = .full
        case (.temporaryFullAccuracy, _): break
        case (.widgets, _): widgets = choice == .allow ? .granted : .refused
        case (.proposal(.authorize(let change)), .allow): choose(change)
        case (.proposal, _): break
        }
    }
}
