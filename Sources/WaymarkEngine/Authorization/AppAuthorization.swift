package import LocationModel

/// One app's authorization and the rules by which requests, answers and the end of use change it.
///
/// The rules are those of Core Location: one prompt ever for when in use, one chance to ask for always, "once" as
/// long as the app is in use, and a provisional always that is confirmed when it first matters.
struct AppAuthorization: Hashable, Sendable {
    /// What is saved.
    var grant = Grant()

    /// Whether the app is allowed once.
    var isTemporary = false

    /// How exactly it may know until it is not in use any more, where that was said.
    var temporaryAccuracy: AccuracyAuthorization?

    /// Creates the authorization of an app that nobody decided about.
    init() {}

    /// Returns to what led to an effective authorization.
    init(_ authorization: Authorization) {
        grant = authorization.grant
        isTemporary = authorization.isTemporary
        temporaryAccuracy = authorization.temporaryAccuracy
    }

    /// What holds, under circumstances that are not the app's own.
    func effective(
        limits: AuthorizationLimits,
        defaultAccuracy: AccuracyAuthorization
    ) -> Authorization {
        var authorization = Authorization(grant)
        authorization.isTemporary = isTemporary
        authorization.temporaryAccuracy = temporaryAccuracy
        authorization.limits = limits
        authorization.defaultAccuracy = defaultAccuracy
        return authorization
    }

    /// Returns what the person is to be asked because of a request.
    func question(
        for request: AuthorizationRequest,
        isInUse: Bool,
        under authorization: Authorization
    ) throws(RequestObstacle) -> PromptQuestion {
        guard isInUse else { throw .notInUse }
        let limits = authorization.limits
        if limits.contains(.forbidden) { throw .restricted }
        if limits.contains(.servicesOff) { throw .servicesOff }
        switch request {
        case .whenInUse:
            guard authorization.status == .notDetermined else { throw .alreadyDetermined }
            return .whenInUse
        case .always: return try questionForAlways(limits)
        case .temporaryFullAccuracy(let purpose):
            guard authorization.status.isAuthorized else { throw .notAuthorized }
            if limits.contains(.reducedAccuracy) { throw .restricted }
            guard authorization.accuracy == .reduced else { throw .alreadyFullAccuracy }
            return .temporaryFullAccuracy(purpose: purpose)
        }
    }

    private func questionForAlways(_ limits: AuthorizationLimits) throws(RequestObstacle) -> PromptQuestion {
        if isTemporary { throw .allowedOnce }
        let isOnlyInUse = limits.contains(.whenInUseOnly)
        switch grant.status {
        case .notDetermined where grant.alwaysWasAsked: throw .alwaysWasAsked
        case .notDetermined: return isOnlyInUse ? .whenInUse : .always
        case .denied, .authorizedAlways: throw .alreadyDetermined
        case .authorizedWhenInUse:
            if grant.alwaysWasAsked { throw .alwaysWasAsked }
            if isOnlyInUse { throw .restricted }
            return .alwaysUpgrade
        }
    }

    /// Applies what the person answered; an answer that the question does not have changes nothing.
    mutating func apply(
        _ choice: PromptChoice,
        to question: PromptQuestion,
        accuracy: AccuracyAuthorization?,
        at now: UTCInstant
    ) {
        switch (question, choice) {
        case (.whenInUse, .allowWhileUsing): grant.status = .authorizedWhenInUse
        case (.always, .allowWhileUsing):
            grant.status = .authorizedWhenInUse
            grant.isProvisional = true
            grant.alwaysWasAsked = true
        case (.whenInUse, .allowOnce), (.always, .allowOnce):
            isTemporary = true
            temporaryAccuracy = accuracy
        case (.whenInUse, .deny), (.always, .deny): grant.status = .denied
        case (.alwaysUpgrade, .allowAlways), (.provisionalAlways, .allowAlways):
            grant.status = .authorizedAlways
            grant.isProvisional = false
            grant.alwaysWasAsked = true
            grant.alwaysConfirmedAt = now
        case (.alwaysUpgrade, .keepWhileUsing): grant.alwaysWasAsked = true
        case (.provisionalAlways, .keepWhileUsing): grant.isProvisional = false
        case (.usageReminder, .allowAlways): grant.alwaysConfirmedAt = now
        case (.usageReminder, .keepWhileUsing):
            grant.status = .authorizedWhenInUse
            grant.alwaysConfirmedAt = nil
        case (.temporaryFullAccuracy, .allow): temporaryAccuracy = .full
        case (.widgets, .allow): grant.widgets = .granted
        case (.widgets, .deny): grant.widgets = .refused
        default: return
        }
        if question.offersAccuracy, choice == .allowWhileUsing, let accuracy { grant.accuracy = accuracy }
    }

    /// Applies what the person chose in the settings, where everything can be changed at any time.
    mutating func choose(_ change: SettingsChange, at now: UTCInstant) {
        if let status = change.status {
            if status != grant.status || isTemporary || grant.isProvisional {
                endUse()
            }
            grant.isProvisional = false
            grant.status = status
            grant.alwaysConfirmedAt = status == .authorizedAlways ? grant.alwaysConfirmedAt ?? now : nil
            if status == .notDetermined { grant.alwaysWasAsked = false }
        }
        if let widgets = change.widgets { grant.widgets = widgets }
        if let accuracy = change.accuracy {
            grant.accuracy = accuracy
            temporaryAccuracy = nil
        }
    }

    /// Ends what was given for as long as the app is in use.
    mutating func endUse() {
        isTemporary = false
        temporaryAccuracy = nil
    }
}

/// What a person changes about an app in the settings; what is `nil` stays.
package struct SettingsChange: Hashable, Sendable {
    /// Whether the app may know the location.
    package var status: AuthorizationChoice?

    /// Whether its widgets share that.
    package var widgets: WidgetGrant?

    /// How exactly it may know.
    package var accuracy: AccuracyAuthorization?

    /// Creates a change.
    package init(
        status: AuthorizationChoice? = nil,
        widgets: WidgetGrant? = nil,
        accuracy: AccuracyAuthorization? = nil
    ) {
        self.status = status
        self.widgets = widgets
        self.accuracy = accuracy
    }
}
