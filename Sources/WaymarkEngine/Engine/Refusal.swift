package import LocationModel

package enum Refusal: Error, Hashable, Sendable {
    /// The caller may not act for the user concerned.
    case notPermitted

    /// The program, or one that it was started by, serves widgets, so it is not the app itself.
    case servesWidgets

    /// There is no such stream, or it is not the caller's.
    case unknownSession(SessionIdentifier)

    /// There is no such widget, or it is not the caller's.
    case unknownWidget(WidgetIdentifier)

    /// There is no such ticket any more, or it is not the caller's.
    case unknownTicket(TicketIdentifier)

    /// Neither a provider nor a manifest declares the kind, or the session does not serve it.
    case unknownKind(AppIdentifier, WidgetKind)

    /// The manifest of the app does not permit pushes for the kind, or, with `nil`, for any that has a widget.
    case notPushable(AppIdentifier, WidgetKind?)
    case unsupportedFamily(WidgetFamily, supported: [WidgetFamily])

    /// The kind does not accept the configuration.
    case invalidConfiguration(ConfigurationMistake)
    case requestOver(RequestIdentifier, RequestEnd)

    /// A click gives the widget no location with this accuracy.
    case notShared(WidgetIdentifier, AccuracyAuthorization, ShareObstacle)

    /// The user has reached the quota; for location requests it may also be the app.
    ///
    /// With `users`, the limit is what the user has, and the rest is kept for others while so many have some.
    case quotaExceeded(Quota, limit: Int, users: Int? = nil)

    /// Nothing is known of the app.
    case unknownApp(AppIdentifier)
    case unknownManifest(AppIdentifier)

    /// The app's manifest does not state the purpose of the location with this key.
    case missingPurpose(AppIdentifier, key: String)

    /// The question does not exist, or the caller may not answer it.
    case unknownPrompt(PromptIdentifier)
    case promptOver(PromptIdentifier, PromptEnd)

    /// The question does not offer this answer.
    case notAChoice(PromptChoice, PromptQuestion)

    /// What a person is told of it; of those for which clients have words of their own, the name of the case.
    package var text: String {
        switch self {
        case .notPermitted: "the person may not do this"
        case .servesWidgets:
            """
            this program serves widgets, so it is not the app itself: it gets the location with each request for a timeline; an \
            app that also wants the location itself runs two programs, one of which serves the widgets
            """
        case .invalidConfiguration(let mistake): mistake.text
        case .notShared(let widget, let accuracy, let obstacle):
            "\(widget) gets no location: \(obstacle.text(accuracy))"
        case .quotaExceeded(let quota, let limit, let users): quota.text(limit: limit, users: users)
        case .missingPurpose(let app, let key):
            "the manifest of \(app) does not say what the location is for, with \(key)"
        case .notAChoice(let choice, let question):
            "the question offers \(question.choices.map(\.rawValue).joined(separator: ", ")), not \(choice.rawValue)"
        default: String(describing: self)
        }
    }
}
