package import LocationModel

/// The authorization of one app, and the rules by which requests, answers and the end of use change it.
///
/// The rules are those of Core Location: a single prompt for when in use, one chance to ask for always, "once" while
/// the app is in use, and a provisional always that is confirmed when it first matters.
struct AppAuthorization: Hashable, Codable, Sendable {
    /// The saved decision.
    var grant = Grant()

    /// Whether the app is allowed once.
    var isTemporary = false

    /// The accuracy until the app is no longer in use, if set.
    var temporaryAccuracy: AccuracyAuthorization?

    /// Creates the authorization of an undecided app.
    init() {}

    /// Restores the app's own part of an effective authorization.
    init(_ authorization: Authorization) {
        grant = authorization.grant
        isTemporary = authorization.isTemporary
        temporaryAccuracy = authorization.temporaryAccuracy
    }

    /// Returns the effective authorization under circumstances outside the app.
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

    /// Returns the question that a request puts to the person.
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
        case .notDetermined: return isOnlyInUse ? .whenInUse : .always
        case .denied, .authorizedAlways: throw .alreadyDetermined
        case .authorizedWhenInUse:
            if grant.alwaysWasAsked { throw .alwaysWasAsked }
            if isOnlyInUse { throw .restricted }
            return .alwaysUpgrade
        }
    }

    /// Applies the person's answer; an answer that the question does not offer changes nothing.
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

    /// Applies a change in the settings, where the person can change everything at any time.
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

    /// Ends the authorization given while the app is in use.
    mutating func endUse() {
        isTemporary = false
        temporaryAccuracy = nil
    }
}

/// A change that a person makes to an app in the settings; `nil` members stay unchanged.
package struct SettingsChange: Hashable, Codable, Sendable {
    /// Whether the app may know the location.
    package var status: AuthorizationChoice?

    /// Whether its widgets share the authorization.
    package var widgets: WidgetGrant?

    /// The authorized accuracy.
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
