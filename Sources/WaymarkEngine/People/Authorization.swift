package import LocationModel

/// A person's permanent decision about an app.
package struct Grant: Hashable, Codable, Sendable {
    package var status: AuthorizationChoice
    package var widgets: WidgetGrant

    /// The authorized accuracy; `nil` until the person chooses, so that the app's manifest counts.
    package var accuracy: AccuracyAuthorization?

    /// Whether the app asked for always and the person answered "while using".
    ///
    /// The app is told that it may always know, and the settings show when in use. The person is asked again
    /// once something needs always.
    package var isProvisional = false

    /// Whether the app has used its one chance to ask for always.
    package var alwaysWasAsked = false

    package var alwaysConfirmedAt: UTCInstant?

    /// The time after which the person is to be asked again; `nil` if the decision lasts.
    package var span: DatedSpan?

    /// Whether root decided, so that the permission lasts although it is not used.
    package var isOfRoot = false

    package init(status: AuthorizationChoice = .notDetermined, widgets: WidgetGrant = .undecided) {
        self.status = status
        self.widgets = widgets
    }

    /// The rank of the status: 0 for no location, 1 for in use, 2 for always.
    var reach: Int {
        switch status {
        case .notDetermined, .denied: 0
        case .authorizedWhenInUse: 1
        case .authorizedAlways: 2
        }
    }

    /// The decision, in the words of `waymarkctl authorize`.
    var text: String {
        status == .authorizedWhenInUse ? "\(status.word), widgets \(widgets.word)" : status.word
    }
}

/// The authorization of an app, with everything that it derives from.
///
/// Requests, answers and the end of use change it by the rules of Core Location: a single prompt for when in use, one chance
/// to ask for always, "once" while the app is in use, and a provisional always that is confirmed when it first matters.
package struct Authorization: Hashable, Codable, Sendable {
    package var grant = Grant()

    /// Whether the app is allowed once, until it is no longer in use.
    package var isTemporary = false

    /// The accuracy the person allows until the app is no longer in use.
    package var temporaryAccuracy: AccuracyAuthorization?

    /// The accuracy the app wants unless the person says otherwise.
    package var defaultAccuracy = AccuracyAuthorization.full
    package var limits: AuthorizationLimits = []

    /// The effective status, which is also reported to the app.
    package var status: AuthorizationStatus {
        if limits.contains(.forbidden) { return .restricted }
        if limits.contains(.servicesOff) { return .denied }
        if isTemporary { return .authorizedWhenInUse }
        switch grant.status {
        case .notDetermined: return .notDetermined
        case .denied: return .denied
        case .authorizedWhenInUse where !grant.isProvisional: return .authorizedWhenInUse
        case .authorizedWhenInUse, .authorizedAlways:
            return limits.contains(.whenInUseOnly) ? .authorizedWhenInUse : .authorizedAlways
        }
    }

    package var accuracy: AccuracyAuthorization {
        if limits.contains(.reducedAccuracy) { return .reduced }
        return temporaryAccuracy ?? grant.accuracy ?? defaultAccuracy
    }

    /// Whether the app's widgets may know the location: always, or when in use and granted to widgets.
    ///
    /// A provisional always counts like when in use.
    package var isAuthorizedForWidgetUpdates: Bool {
        allowsOutOfUse || status.isAuthorized && grant.widgets == .granted
    }

    /// Returns whether content that was made with the location may still be shown.
    ///
    /// While the person has not decided about widgets, a timeline from the app's own use may stay. Content
    /// that a click gave stays until the location is refused.
    func permitsShownLocation(sharedOnce: Bool) -> Bool {
        isAuthorizedForWidgetUpdates || status.isAuthorized && grant.widgets == .undecided
            || sharedOnce && obstacle(toSharing: .reduced) == nil
    }

    /// Returns why a click of the person cannot give a widget the location with this accuracy; `nil` if it can.
    ///
    /// A click needs no permission, but every refusal outweighs it.
    func obstacle(toSharing accuracy: AccuracyAuthorization) -> ShareObstacle? {
        if limits.contains(.forbidden) { return .policy }
        if limits.contains(.servicesOff) { return .servicesOff }
        if status == .denied || grant.widgets == .refused && !isAuthorizedForWidgetUpdates { return .refused }
        return accuracy == .full && limits.contains(.reducedAccuracy) ? .policy : nil
    }

    /// Whether the app may get what only "always" allows.
    ///
    /// A provisional always is reported to the app, but whatever needs it is held until the person confirms it.
    package var allowsOutOfUse: Bool { status == .authorizedAlways && !grant.isProvisional }

    /// Returns the ground for the app itself: that of its present use, or always.
    func ground(inUse use: @autoclosure () -> Ground?) -> Ground? {
        status.isAuthorized ? use() ?? (allowsOutOfUse ? .always : nil) : nil
    }

    /// Whether "always" is still unconfirmed, so that whatever needs it is held.
    package var isUnconfirmed: Bool { status == .authorizedAlways && grant.isProvisional }

    /// Whether the person may be asked about the app's widgets: no more than when in use counts, and they are
    /// undecided.
    var leavesWidgetsOpen: Bool {
        (status == .authorizedWhenInUse || isUnconfirmed) && !isTemporary && grant.widgets == .undecided
    }

    /// Returns the question that a request puts before the person.
    func question(for request: AuthorizationRequest, isInUse: Bool) throws(RequestOutcome) -> PromptQuestion {
        guard isInUse else { throw .notInUse }
        if limits.contains(.forbidden) { throw .restricted }
        if limits.contains(.servicesOff) { throw .servicesOff }
        switch request {
        case .whenInUse:
            guard status == .notDetermined else { throw .alreadyDetermined }
            return .whenInUse
        case .always:
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
        case .temporaryFullAccuracy(let purpose):
            guard status.isAuthorized else { throw .notAuthorized }
            if limits.contains(.reducedAccuracy) { throw .restricted }
            guard accuracy == .reduced else { throw .alreadyFullAccuracy }
            return .temporaryFullAccuracy(purpose: purpose)
        }
    }

    package var text: String {
        if limits.contains(.forbidden) { return "restricted by the administrator" }
        if limits.contains(.servicesOff) { return "never while location services are off" }
        let accuracyText = status.isAuthorized && accuracy == .reduced ? ", reduced accuracy" : ""
        if isTemporary { return "when-in-use, once" + accuracyText }
        let text = grant.isProvisional ? "always, provisional" : grant.text
        return text + accuracyText + (grant.span.map { " until \($0.until)" } ?? "")
    }

    // MARK: Changes

    /// Applies the person's answer; an answer that the question does not offer changes nothing.
    mutating func apply(
        _ choice: PromptChoice,
        to question: PromptQuestion,
        accuracy: AccuracyAuthorization?,
        at now: UTCInstant
    ) {
        let before = grant.status
        // A person's decision replaces that of root.
        defer { if grant.status != before { grant.isOfRoot = false } }
        switch (question, choice) {
        case (.whenInUse, .allowWhileUsing): grant.status = .authorizedWhenInUse
        case (.always, .allowWhileUsing):
            grant.status = .authorizedWhenInUse
            grant.isProvisional = true
            grant.alwaysWasAsked = true
        case (.whenInUse, .allowOnce), (.always, .allowOnce):
            isTemporary = true
            temporaryAccuracy = accuracy
        case (.whenInUse, .deny), (.always, .deny), (.unusedPermission, .deny): grant.status = .denied
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
        // An app that is allowed once has to ask again afterwards.
        if let status = change.isOnce ? .notDetermined : change.status {
            if status != grant.status || isTemporary || grant.isProvisional { endUse() }
            grant.isProvisional = false
            grant.status = status
            grant.span = nil
            grant.alwaysConfirmedAt = status == .authorizedAlways ? grant.alwaysConfirmedAt ?? now : nil
            grant.isOfRoot = change.isByRoot && !change.isOnce
            if change.status == .notDetermined { grant.alwaysWasAsked = false }
        }
        if let widgets = change.widgets { grant.widgets = widgets }
        if change.isOnce {
            (isTemporary, temporaryAccuracy) = (true, change.accuracy)
        } else if let accuracy = change.accuracy {
            grant.accuracy = accuracy
            temporaryAccuracy = nil
        }
        if let length = change.length, grant.reach > 0 {
            grant.span = DatedSpan(beganAt: now, until: now.advanced(by: length))
        }
    }

    mutating func endUse() {
        isTemporary = false
        temporaryAccuracy = nil
    }
}

/// The limits that keep an app's authorization below the person's decision.
package struct AuthorizationLimits: OptionSet, Hashable, Codable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The administrator forbids the location altogether.
    package static let forbidden = AuthorizationLimits(rawValue: 1)

    /// The administrator allows at most when in use.
    package static let whenInUseOnly = AuthorizationLimits(rawValue: 2)

    /// The administrator allows at most reduced accuracy.
    package static let reducedAccuracy = AuthorizationLimits(rawValue: 4)
    package static let servicesOff = AuthorizationLimits(rawValue: 8)

    /// The policy's limits, for a person.
    var policyText: String {
        if contains(.forbidden) { return "the administrator's policy forbids the location" }
        let limits = [
            contains(.whenInUseOnly) ? "when-in-use" : nil,
            contains(.reducedAccuracy) ? "reduced accuracy" : nil,
        ].compactMap(\.self)
        return limits.isEmpty
            ? "the administrator's policy sets no limit"
            : "the administrator's policy allows \(limits.joined(separator: " and ")) at most"
    }
}

/// A change that a person makes to an app in the settings; `nil` members stay unchanged.
package struct SettingsChange: Hashable, Codable, Sendable {
    package var status: AuthorizationChoice?
    package var widgets: WidgetGrant?
    package var accuracy: AccuracyAuthorization?

    /// The time after which the person is to be asked again; without it, a status lasts.
    package var length: Duration?

    /// Whether root makes the change.
    var isByRoot = false

    /// Whether to allow the app until it is no longer in use, in place of a status.
    package var isOnce = false

    package init(
        status: AuthorizationChoice? = nil,
        widgets: WidgetGrant? = nil,
        accuracy: AccuracyAuthorization? = nil,
        length: Duration? = nil
    ) {
        self.status = status
        self.widgets = widgets
        self.accuracy = accuracy
        self.length = length
    }

    /// The longest time for which an app can be allowed the location with an end.
    package static let longest: Duration = .seconds(366 * 86_400)

    /// The change by which the person is asked again.
    static let ask = SettingsChange(status: .notDetermined, widgets: .undecided)
}

/// The switch for all location services, for everybody or for the apps of one user.
package struct ServicesSwitch: Hashable, Codable, Sendable {
    package var isOffForEverybody = false
    package var usersOff: Set<UserIdentifier> = []

    package func isOff(for user: UserIdentifier) -> Bool {
        isOffForEverybody || usersOff.contains(user)
    }

    /// Turns services on or off for a user, or for everybody if `user` is `nil`.
    package mutating func set(isOn: Bool, for user: UserIdentifier?) {
        guard let user else {
            isOffForEverybody = !isOn
            return
        }
        if isOn { usersOff.remove(user) } else { usersOff.insert(user) }
    }
}
