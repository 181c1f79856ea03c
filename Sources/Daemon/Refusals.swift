import LocationModel
package import WaymarkEngine
package import WaymarkInterfaces

extension ServiceRefusal {
    /// Creates the error with which a call is answered that the engine refuses; its description tells a person.
    package init(_ refusal: Refusal) {
        self =
            switch refusal {
            case .notPermitted: .permissionDenied
            case .servesWidgets: .servesWidgets(reason: Self.servesWidgets)
            case .unknownSession(let session): .unknownSession(session: session.description)
            case .unknownWidget(let widget): .unknownWidget(widget: widget.description)
            case .unknownTicket(let ticket): .unknownTicket(ticket: ticket.description)
            case .unknownKind(let app, let kind): .unknownKind(app: app.rawValue, kind: kind.rawValue)
            case .notPushable(let app, let kind): .notPushable(app: app.rawValue, kind: kind?.rawValue)
            case .unsupportedFamily(let family, let supported):
                .unsupportedFamily(family: family, families: supported)
            case .invalidConfiguration(let mistake):
                .invalidConfiguration(property: mistake.property, reason: mistake.text)
            case .requestOver(let request, let end): .requestOver(request: request.description, why: end)
            case .notShared(let widget, let accuracy, let obstacle):
                .notShared(
                    widget: widget.description,
                    why: obstacle,
                    reason: "\(widget) gets no location: \(obstacle.text(accuracy))"
                )
            case .quotaExceeded(let quota, let limit, let users):
                .quotaExceeded(quota: quota, limit: limit, reason: quota.text(limit: limit, users: users))
            case .unknownApp(let app): .unknownApp(app: app.rawValue)
            case .unknownManifest(let app): .unknownManifest(app: app.rawValue)
            case .missingPurpose(let app, let key): .missingPurpose(app: app.rawValue, key: key)
            case .unknownPrompt(let prompt): .unknownPrompt(prompt: prompt.description)
            case .promptOver(let prompt, let end): .promptOver(prompt: prompt.description, why: end)
            case .notAChoice(let choice, let question):
                .notAChoice(choice: choice, choices: question.choices)
            }
    }

    private static let servesWidgets = """
        this program serves widgets, so it is not the app itself: it gets the location with each request for a timeline; an \
        app that also wants the location itself runs two programs, one of which serves the widgets
        """
}
