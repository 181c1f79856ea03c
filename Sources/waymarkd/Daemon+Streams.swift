import LocationModel
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

// The events for providers, hosts and apps. Events for agents are in Daemon+Agents.
extension Daemon {
    func send(_ event: ProviderEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = WidgetsInterface.Serve.Reply.keepAlive
        switch event {
        case .session(let authorization):
            subject = .session
            reply.event = .session
            reply.session = session.description
            reply.authorization = .init(authorization)
        case .authorization(let authorization):
            subject = .authorization
            reply.event = .authorization
            reply.authorization = .init(authorization)
            stream.revise(WidgetsInterface.Serve.Reply.self) { $0.withholding(under: authorization) }
        case .reload(let request):
            subject = .widget(request.widget)
            reply.event = .reload
            reply.reload = .init(request)
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }

    func send(_ event: HostEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = HostInterface.Watch.Reply.keepAlive
        switch event {
        case .session(let views):
            subject = .session
            reply.event = .session
            reply.session = session.description
            reply.widgets = views.map { .init($0) }
        case .widget(let view):
            subject = .widget(view.widget)
            reply.event = .widget
            reply.widget = .init(view)
        case .removed(let widget):
            subject = .widget(widget)
            reply.event = .removed
            reply.removed = widget.description
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }

    func send(_ event: AppEvent, to session: SessionIdentifier) {
        guard let stream = openedStream(of: session) else { return }
        let subject: EventStream.Subject
        var reply = LocationInterface.Open.Reply.keepAlive
        switch event {
        case .session(let authorization):
            subject = .session
            reply.event = .session
            reply.session = session.description
            reply.authorization = .init(authorization)
        case .authorization(let authorization):
            subject = .authorization
            reply.event = .authorization
            reply.authorization = .init(authorization)
        case .requestEnded(let prompt, let question):
            subject = .prompt(prompt)
            reply.event = .requestEnded
            reply.prompt = prompt.description
            reply.question = .init(question)
        }
        stream.send(reply, about: subject, through: server, at: clock)
    }

    /// Returns the stream of a session and marks its call as accepted, so that the engine can no longer refuse it.
    func openedStream(of session: SessionIdentifier) -> EventStream? {
        guard let stream = sessions[session] else { return nil }
        if let call = stream.call { calls[call] = nil }
        return stream
    }
}
