import LinuxSystem
import LocationModel
import MessageCoding
import PeerIdentity
import SystemdService
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

extension Daemon {
    /// Handles what happened on the sockets.
    func handle(_ event: VarlinkServer.Event) {
        switch event {
        case .connected(let connection, let peer):
            let attribution = peerIdentity.attribution(of: peer)
            attributions[connection] = attribution
            callers[connection] = Caller(
                user: UserIdentifier(peer.userID),
                attribution,
                knownTo: engine.catalogue,
                isKiosk: hostGroup.map { peer.isMember(of: $0) } ?? false
            )
            log.debug("process \(peer.processID) of user \(peer.userID) is \(attribution.text)")
        case .called(let connection, let call): answer(call, from: connection)
        case .drained(let connection): streams[connection]?.flush(through: server, at: clock)
        case .streamFellSilent(let connection):
            streams[connection]?.keepAlive(through: server, at: clock)
        case .disconnected(let connection, let departure): forget(connection, departure)
        case .refused(let count):
            log.warning("refused \(count) \(count == 1 ? "connection" : "connections") above the limits")
        case .listenerFailed(let error): log.error("not listening any more: \(error)")
        }
    }

    private func forget(_ connection: VarlinkServer.ConnectionID, _ departure: VarlinkServer.Departure) {
        let user = callers.removeValue(forKey: connection)?.user
        attributions[connection] = nil
        for (call, pending) in calls where pending.connection == connection && streams[connection] == nil {
            calls[call] = nil
            dispatch(.callAbandoned(call))
        }
        endStream(of: connection)
        guard let fault = departure.fault(server.limits) else { return }
        log.notice("closed a connection of user \(user.map(\.description) ?? "?"): \(fault)")
    }

    /// Forgets the stream of a connection, and the session that it carried.
    func endStream(of connection: VarlinkServer.ConnectionID) {
        guard let stream = streams.removeValue(forKey: connection) else { return }
        if let call = stream.call { calls[call] = nil }
        guard case .session(let session) = stream.reader else { return }
        sessions[session] = nil
        dispatch(.disconnected(session))
    }

    // MARK: Calls

    private func answer(_ call: Call, from connection: VarlinkServer.ConnectionID) {
        guard let caller = callers[connection], let attribution = attributions[connection] else { return }
        do throws(CallFailure) {
            try answer(
                Request(call: call, connection: connection, caller: caller, attribution: attribution)
            )
        } catch {
            server.reply(error.reply, to: connection, at: clock)
        }
    }

    private func answer(_ request: Request) throws(CallFailure) {
        switch request.call.method {
        case WidgetsInterface.Serve.method: try serve(request)
        case WidgetsInterface.DeliverTimeline.method: try deliverTimeline(request)
        case WidgetsInterface.FailTimeline.method: try failTimeline(request)
        case WidgetsInterface.ReloadTimelines.method: try reloadTimelines(request)
        case HostInterface.Place.method: try place(request)
        case HostInterface.Remove.method: try remove(request)
        case HostInterface.SetVisibility.method: try setVisibility(request)
        case HostInterface.SetAppVisibility.method: try setAppVisibility(request)
        case HostInterface.Watch.method: try watch(request)
        case LocationInterface.Open.method: try openApp(request)
        case LocationInterface.GetLocation.method: try getLocation(request)
        case LocationInterface.RequestAuthorization.method: try requestAuthorization(request)
        case LocationInterface.RequestTemporaryFullAccuracy.method: try requestTemporaryFullAccuracy(request)
        case SettingsInterface.Authorize.method: try authorize(request)
        case SettingsInterface.Reset.method: try reset(request)
        case SettingsInterface.ListApps.method: try listApps(request)
        case SettingsInterface.SwitchServices.method: try switchServices(request)
        case SettingsInterface.GetServices.method: try getServices(request)
        case SettingsInterface.Agent.method: try openAgent(request)
        case SettingsInterface.AnswerPrompt.method: try answerPrompt(request)
        case SettingsInterface.RegisterManifest.method: try registerManifest(request)
        case SettingsInterface.WithdrawManifest.method: try withdrawManifest(request)
        case SettingsInterface.ListAccesses.method: try listAccesses(request)
        case SettingsInterface.Rekey.method: try rekey(request)
        case InspectInterface.GetStatus.method: try getStatus(request)
        case InspectInterface.ListWidgets.method: try listWidgets(request)
        case InspectInterface.Explain.method: try explain(request)
        case InspectInterface.WatchDecisions.method: try watchDecisions(request)
        case InspectInterface.WatchReceivers.method: try watchReceivers(request)
        default: throw .standard(.methodNotImplemented(method: request.call.method))
        }
    }

    /// Answers a call that only asks.
    func reply<Parameters: MethodParameters>(
        to request: Request,
        _ type: Parameters.Type,
        _ reply: Parameters.Reply
    ) {
        server.reply(.success(MessageCoding.encode(reply)), to: request.connection, at: clock)
    }

    /// Puts a command to the engine, whose answer goes back when all that it changed is durable.
    func put<Parameters: MethodParameters>(
        _ command: Command,
        for request: Request,
        _ type: Parameters.Type,
        _ answer: @escaping (Answer) -> Parameters.Reply?
    ) {
        dispatch(request, type, answer) { .called(command, by: request.caller, call: $0) }
    }

    /// Feeds the engine an event whose answer, now or later, is the reply to a call.
    func dispatch<Parameters: MethodParameters>(
        _ request: Request,
        _ type: Parameters.Type,
        _ answer: @escaping (Answer) -> Parameters.Reply?,
        _ event: (CallIdentifier) -> Event
    ) {
        let call = expectAnswer(to: request) { result in
            guard let reply = answer(result) else {
                preconditionFailure("\(Parameters.method) was answered with \(result)")
            }
            return .success(MessageCoding.encode(reply))
        }
        dispatch(event(call))
    }

    /// Opens a stream that the engine knows, and lets it know.
    func open<Parameters: MethodParameters>(
        _ method: Parameters.Type,
        for request: Request,
        locale: String? = nil,
        _ event: (SessionIdentifier, CallIdentifier) -> Event
    ) throws(CallFailure) where Parameters.Reply: StreamEvent {
        try request.requireMore()
        lastSession += 1
        let session = SessionIdentifier(lastSession)
        let call = expectAnswer(to: request) { _ in preconditionFailure("a stream has no single answer") }
        let stream = EventStream(
            of: Parameters.Reply.self,
            connection: request.connection,
            call: call,
            reader: .session(session),
            locale: locale
        )
        streams[request.connection] = stream
        sessions[session] = stream
        dispatch(event(session, call))
    }

    private func expectAnswer(to request: Request, _ answer: @escaping (Answer) -> Reply) -> CallIdentifier {
        lastCall += 1
        let call = CallIdentifier(lastCall)
        let interface = String(request.call.interfaceName)
        calls[call] = PendingCall(
            connection: request.connection,
            answer: answer,
            refusal: { CallFailure.refused($0, interface: interface).reply },
            unsaved: { CallFailure.notSaved(reason: $0, interface: interface).reply }
        )
        return call
    }
}

/// A call with whom it comes from.
struct Request {
    let call: Call
    let connection: VarlinkServer.ConnectionID
    let caller: Caller

    /// What the system says of the program that calls.
    let attribution: AppAttribution

    /// Refuses a question that the caller may not ask.
    func require(_ inquiry: Inquiry) throws(CallFailure) {
        guard caller.mayAsk(inquiry) else { throw .standard(.permissionDenied) }
    }

    /// Reads the parameters.
    func parameters<Parameters: MethodParameters>(_ type: Parameters.Type) throws(CallFailure) -> Parameters {
        do {
            return try MessageCoding.decode(type, from: call.parameters.bytes)
        } catch {
            throw .standard(.invalidParameter(error.parameter))
        }
    }

    /// Refuses a call that does not take many replies.
    func requireMore() throws(CallFailure) {
        guard call.mode == .more else { throw .standard(.expectedMore) }
    }
}
