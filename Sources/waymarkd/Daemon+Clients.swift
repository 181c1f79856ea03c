import LinuxSystem
import LocationModel
import PeerIdentity
import SystemdService
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

extension Daemon {
    /// Handles an event of the sockets.
    func handle(_ event: VarlinkServer.Event) {
        switch event {
        case .connected(let connection, let peer):
            let attribution = peerIdentity.attribution(of: peer)
            attributions[connection] = attribution
            callers[connection] = Caller(
                user: UserIdentifier(peer.userID),
                attribution,
                knownTo: engine.catalogue,
                isKiosk: hostGroup.map { peer.isMember(of: $0) } ?? false,
                origin: peerIdentity.origin(of: peer)
            )
            log.debug("process \(peer.processID) of user \(peer.userID) is \(attribution.text)")
        case .called(let connection, let call): answer(call, from: connection)
        case .drained(let connection):
            guard let stream = streams[connection] else { return }
            stream.flush(through: server, at: clock)
            offerPiece(to: stream)
        case .streamFellSilent(let connection):
            // A client that still reads its first state is itself slow, and might take a keep-alive for its end.
            guard let stream = streams[connection], !stream.hasMore else { return }
            stream.keepAlive(through: server, at: clock)
        case .disconnected(let connection, let departure): forget(connection, departure)
        case .refused(let refusals):
            for refused in refusals {
                counts.refusedConnections += refused.count
                log.warning(refused.text)
            }
        case .listenerFailed(let error):
            log.error("nobody can connect any more; ends to be started again")
            end(because: error)
        }
    }

    private func forget(_ connection: VarlinkServer.ConnectionID, _ departure: VarlinkServer.Departure) {
        let user = callers[connection]?.user
        // The events that the client did not take are counted for its user.
        defer { callers[connection] = nil }
        attributions[connection] = nil
        claims.remove(connection)
        if streams[connection] == nil, let call = calls[connection] {
            calls.remove(call)
            dispatch(.callAbandoned(call))
        }
        endStream(of: connection)
        guard let fault = departure.fault(server.limits) else { return }
        counts.faultyConnections += 1
        guard let user else { return }
        log(.notice, about: user, "closed a connection of user \(user): \(fault)")
    }

    /// Removes the stream of a connection and the session that it carried.
    func endStream(of connection: VarlinkServer.ConnectionID) {
        guard let stream = streams.removeValue(forKey: connection) else { return }
        if let call = stream.call { calls.remove(call) }
        if let user = callers[connection]?.user {
            counts.recordDroppedEvents(stream.droppedCount, of: user)
        }
        guard case .session(let session) = stream.reader else { return }
        sessions[session] = nil
        dispatch(.disconnected(session))
    }

    // MARK: Calls

    private typealias Answering = @Sendable (Daemon, Request) throws(CallFailure) -> Void

    /// The handler of each method of the interfaces.
    private static let methods: [String: Answering] = Dictionary(
        uniqueKeysWithValues: [
            method(serve), method(deliverTimeline), method(failTimeline), method(deliverSnapshot),
            method(reloadTimelines), method(push), method(getTicket), method(watchTickets),
            method(listKinds), method(getSnapshot),
            method(mostRelevant), method(place), method(configure), method(remove), method(setVisibility),
            method(setAppVisibility), method(watch),
            method(openApp), method(getLocation), method(getAvailability), method(followLocation),
            method(followLocationFor),
            method(followHeading),
            method(followBeacons), method(feedBeacons), method(reportBeacons),
            method(holdSession), method(requestAuthorization),
            method(requestTemporaryFullAccuracy),
            method(startMonitoring), method(stopMonitoring), method(listMonitoring), method(followEvents),
            method(acknowledge), method(addRegion), method(removeRegion), method(listRegions),
            method(authorize), method(reset), method(forget), method(listApps), method(switchServices),
            method(getServices), method(statePlace), method(getStatedPlace),
            method(openAgent), method(answerPrompt), method(serveLauncher), method(reportLaunch),
            method(registerManifest), method(withdrawManifest), method(listManifests),
            method(listAccesses), method(rekey), method(simulate), method(getSimulation),
            method(getStatus), method(getMetrics), method(listWidgets), method(listBudgets), method(explain),
            method(explainApp),
            method(watchDecisions),
            method(watchReceivers), method(record),
        ]
    )

    /// Returns the handler of a method whose reply comes later, from the work that `answer` starts.
    private static func method<Parameters: MethodParameters>(
        _ answer: @escaping @Sendable (Daemon) -> (Parameters, Request) throws(CallFailure) -> Void
    ) -> (String, Answering) {
        (
            Parameters.method,
            { daemon, request throws(CallFailure) in try answer(daemon)(try request.parameters(), request) }
        )
    }

    /// Returns the handler of a query, whose reply is the result of `answer` at the end of the turn.
    ///
    /// So a reply never shows what a crash could undo, and all queries of a turn share one commit.
    private static func method<Parameters: MethodParameters>(
        _ answer:
            @escaping @Sendable (Daemon) -> (Parameters, Request) throws(CallFailure) -> Parameters.Reply
    ) -> (String, Answering) {
        (
            Parameters.method,
            { daemon, request throws(CallFailure) in
                let parameters: Parameters = try request.parameters()
                daemon.inquiries.append(
                    PendingInquiry(request: request) { () throws(CallFailure) in
                        .success(try answer(daemon)(parameters, request))
                    }
                )
            }
        )
    }

    private func answer(_ call: Call, from connection: VarlinkServer.ConnectionID) {
        guard let caller = callers[connection], let attribution = attributions[connection] else { return }
        let request = Request(
            call: call,
            connection: connection,
            caller: caller,
            attribution: attribution
        )
        do throws(CallFailure) {
            guard let answer = Self.methods[call.method] else {
                throw .standard(.methodNotImplemented(method: call.method))
            }
            try answer(self, request)
        } catch {
            server.reply(error.reply(in: request.interface), to: connection, at: clock)
        }
    }

    /// Sends a command to the engine and replies once all of its changes are durable.
    func put<Parameters: MethodParameters>(
        _ command: Command,
        for request: Request,
        _ type: Parameters.Type,
        _ answer: @escaping (Answer) -> Parameters.Reply?
    ) {
        dispatch(request, type, answer) { .called(command, by: request.caller, call: $0) }
    }

    /// Sends the engine an event whose answer, now or later, is the reply to a call.
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
            return .success(reply)
        }
        dispatch(event(call))
    }

    /// Sends the engine a command whose reply carries no parameters.
    func put(_ command: Command, for request: Request) {
        let call = expectAnswer(to: request) { _ in .success() }
        dispatch(.called(command, by: request.caller, call: call))
    }

    /// Opens a stream and reports its session to the engine.
    func open<Parameters: MethodParameters>(
        _ method: Parameters.Type,
        for request: Request,
        locale: String? = nil,
        _ event: (SessionIdentifier, CallIdentifier) -> Event
    ) throws(CallFailure) where Parameters.Reply: StreamEvent {
        try request.requireMore()
        let session = SessionIdentifier(sessionNumbers.next(at: now.instant))
        let call = expectAnswer(to: request) { _ in preconditionFailure("a stream has no single answer") }
        let stream = EventStream(
            of: Parameters.Reply.self,
            connection: request.connection,
            call: call,
            reader: .session(session),
            interface: request.interface,
            locale: locale
        )
        streams[request.connection] = stream
        sessions[session] = stream
        dispatch(event(session, call))
    }

    func expectAnswer(to request: Request, _ answer: @escaping (Answer) -> Reply) -> CallIdentifier {
        lastCall += 1
        let call = CallIdentifier(lastCall)
        calls.insert(
            call,
            PendingCall(connection: request.connection, interface: request.interface, answer: answer)
        )
        return call
    }
}

extension VarlinkServer.Refused {
    /// The refused connections and the limit behind the refusal, for the log.
    var text: String {
        let user = userID.map { " of user \($0)" } ?? ""
        let cause =
            switch limit {
            case .ofAll(let limit): ": all \(limit) are taken (MaxConnections=)"
            case .ofUser(let limit): ": one user may have \(limit) (MaxConnectionsPerUser=)"
            case .share(let held, let users):
                ": it has \(held), and what is free is kept for others while \(users) users are connected"
            case nil: ""
            }
        return "refused \(count) \(count == 1 ? "connection" : "connections")\(user) above the limits\(cause)"
    }
}

/// A call together with its caller.
struct Request {
    let call: Call
    let connection: VarlinkServer.ConnectionID
    let caller: Caller

    /// The system's attribution of the calling program.
    let attribution: AppAttribution

    /// The called interface.
    var interface: String { String(call.interfaceName) }

    /// Refuses inquiries of a sandboxed program.
    func requireInquirer() throws(CallFailure) {
        guard caller.mayInquire else { throw .standard(.permissionDenied) }
    }

    /// Returns the decoded parameters.
    fileprivate func parameters<Parameters: MethodParameters>() throws(CallFailure) -> Parameters {
        do throws(ParameterProblem) {
            return try Parameters(parameters: call.parameters)
        } catch {
            throw .standard(.invalidParameter(error.parameter))
        }
    }

    /// Refuses a call without the flag `more`.
    func requireMore() throws(CallFailure) {
        guard call.mode == .more else { throw .standard(.expectedMore) }
    }

    /// Returns the user that a call concerns: the caller unless the call names another.
    func user(_ number: Int?) throws(CallFailure) -> UserIdentifier {
        guard let number else { return caller.user }
        guard let user = UInt32(exactly: number) else { throw .standard(.invalidParameter("user")) }
        return UserIdentifier(user)
    }

    /// Returns the app that a call concerns.
    func app(_ name: String, of user: Int?) throws(CallFailure) -> AppKey {
        AppKey(user: try self.user(user), app: try parsed(name, as: "app", AppIdentifier.init))
    }
}

/// Returns the value of a required parameter.
func parsed<Value>(
    _ text: String,
    as parameter: String,
    _ parse: (String) -> Value?
) throws(CallFailure) -> Value {
    guard let value = parse(text) else { throw .standard(.invalidParameter(parameter)) }
    return value
}

/// Returns the value of an optional parameter.
func parsed<Value>(
    _ text: String?,
    as parameter: String,
    _ parse: (String) -> Value?
) throws(CallFailure) -> Value? {
    guard let text else { return nil }
    let value: Value = try parsed(text, as: parameter, parse)
    return value
}
