extension Engine {
    /// Does what a call asks for.
    ///
    /// - Parameters:
    ///   - command: What it asks for.
    ///   - caller: Who calls.
    /// - Returns: The answer.
    /// - Throws: ``Refusal``.
    mutating func answer(to command: Command, by caller: Caller) throws(Refusal) -> Answer {
        switch command {
        case .authorize(let app, let change): try authorize(app, change, by: caller)
        case .reset(let user, let app): try reset(user: user, app: app, by: caller)
        case .forget(let app): try forget(app, by: caller)
        case .switchServices(let isOn, let user): try switchServices(isOn: isOn, user: user, by: caller)
        case .statePlace(let place): try statePlace(place, by: caller)
        case .registerManifest(let manifest, let text, let user):
            try registerManifest(manifest, text: text, user: user, by: caller)
        case .withdrawManifest(let app): try withdrawManifest(of: app, by: caller)
        case .requestAuthorization(let session, let request):
            try requestAuthorization(session, request, by: caller)
        case .answerPrompt(let session, let prompt, let choice, let accuracy):
            try answerPrompt(session, prompt, choice, accuracy: accuracy, by: caller)
        case .reportLaunch(let session, let program, let report):
            try reportLaunch(session, program, report, by: caller)
        case .setAppVisibility(let app, let visible, let session):
            try setAppVisibility(of: app, isVisible: visible, session: session, by: caller)
        case .startMonitoring(let app, let service): try startMonitoring(service, for: app, by: caller)
        case .stopMonitoring(let app, let service): try stopMonitoring(service, for: app, by: caller)
        case .acknowledge(let app, let event): try acknowledge(event, of: app, by: caller)
        case .addRegion(let name, let condition, let assumed):
            try addRegion(name, condition, assumingInside: assumed, by: caller)
        case .reportBeacons(let session, let report): try takeBeacons(report, from: session, by: caller)
        case .removeRegion(let name): try removeRegion(name, by: caller)
        case .place(let kind, let family, let configuration, let key):
            try place(kind, family: family, configuration: configuration, key: key, by: caller)
        case .configure(let widget, let family, let configuration):
            try configure(widget, family: family, configuration: configuration, by: caller)
        case .remove(let widget): try remove(widget, by: caller)
        case .setVisibility(let widget, let visible, let session):
            try setVisibility(of: widget, visible: visible, session: session, by: caller)
        case .deliverTimeline(let session, let request, let timeline):
            try accept(timeline, for: request, session: session, by: caller)
        case .failTimeline(let session, let request, let message):
            try acceptFailure(message, of: request, session: session, by: caller)
        case .deliverSnapshot(let session, let request, let content):
            try acceptSnapshot(content, for: request, session: session, by: caller)
        case .reloadTimelines(let session, let kind, let widget):
            try reloadTimelines(session: session, kind: kind, widget: widget, by: caller)
        case .push(let app, let kind): try push(app, kind: kind, by: caller)
        }
    }
}
