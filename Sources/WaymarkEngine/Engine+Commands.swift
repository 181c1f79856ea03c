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
        case .authorize(let app, let change):
            try machine.people.authorize(app, change, by: caller, machine.presence, &turn)
            drain()
            return .app(summary(of: app))
        case .reset(let user, let app): try reset(user: user, app: app, by: caller)
        case .forget(let app): try forget(app, by: caller)
        case .switchServices(let isOn, let user):
            try machine.people.switchServices(isOn: isOn, user: user, by: caller, machine.presence, &turn)
        case .statePlace(let place): return try machine.positioning.statePlace(place, by: caller, &turn)
        case .registerManifest(let manifest, let text, let user):
            return .registered(
                try changeManifests { people, turn throws(Refusal) in
                    try people.register(manifest, text: text, for: user, by: caller, &turn)
                }
            )
        case .withdrawManifest(let app):
            try changeManifests { people, turn throws(Refusal) in
                try people.withdrawManifest(of: app, by: caller, &turn)
            }
        case .requestAuthorization(let session, let request):
            return .request(
                try machine.people.request(request, on: session, by: caller, machine.presence, &turn)
            )
        case .answerPrompt(let session, let prompt, let choice, let accuracy):
            let app = try machine.people.answer(
                prompt,
                choice,
                accuracy: accuracy,
                on: session,
                by: caller,
                machine.presence,
                &turn
            )
            drain()
            return .app(summary(of: app))
        case .setAppVisibility(let app, let visible, let session):
            try machine.presence.setVisibility(of: app, isVisible: visible, on: session, by: caller, &turn)
        case .reportLaunch(let session, let program, let report):
            return try reportLaunch(session, program, report, by: caller)
        case .startMonitoring(let app, let service): return try startMonitoring(service, for: app, by: caller)
        case .stopMonitoring(let app, let service): return try stopMonitoring(service, for: app, by: caller)
        case .acknowledge(let app, let event): return try acknowledge(event, of: app, by: caller)
        case .addRegion(let name, let condition, let assumed):
            return try addRegion(name, condition, assumingInside: assumed, by: caller)
        case .reportBeacons(let session, let report): return try takeBeacons(report, from: session, by: caller)
        case .removeRegion(let name): return try removeRegion(name, by: caller)
        case .place(let kind, let family, let configuration, let key):
            return try place(kind, family: family, configuration: configuration, key: key, by: caller)
        case .configure(let widget, let family, let configuration):
            return try configure(widget, family: family, configuration: configuration, by: caller)
        case .remove(let widget): return try remove(widget, by: caller)
        case .setVisibility(let widget, let visible, let session):
            return try setVisibility(of: widget, visible: visible, session: session, by: caller)
        case .deliverTimeline(let session, let request, let timeline):
            return try accept(timeline, for: request, session: session, by: caller)
        case .failTimeline(let session, let request, let message):
            return try acceptFailure(message, of: request, session: session, by: caller)
        case .deliverSnapshot(let session, let request, let content):
            return try acceptSnapshot(content, for: request, session: session, by: caller)
        case .reloadTimelines(let session, let kind, let widget):
            return try reloadTimelines(session: session, kind: kind, widget: widget, by: caller)
        case .push(let app, let kind): return try push(app, kind: kind, by: caller)
        }
        drain()
        return .done
    }
}
