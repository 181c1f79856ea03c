import LocationModel
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

/// A call together with its caller.
struct Request {
    let call: Call
    let connection: VarlinkServer.ConnectionID
    let caller: Caller

    /// The system's attribution of the calling program.
    let attribution: AppAttribution

    var interface: String { String(call.interfaceName) }

    /// Refuses inquiries of a sandboxed program.
    func requireInquirer() throws(ServiceRefusal) {
        guard caller.mayInquire else { throw .permissionDenied }
    }

    /// Refuses a call without the flag `more`.
    func requireMore() throws(ServiceRefusal) {
        guard call.mode == .more else { throw .expectedMore }
    }

    /// Returns the user that a call concerns: the caller unless the call names another.
    func user(_ number: Int?) throws(ServiceRefusal) -> UserIdentifier {
        guard let number else { return caller.user }
        return UserIdentifier(try exactly(number, as: "user"))
    }

    /// Returns the user that a call concerns, for whom the caller may decide.
    func userToDecideFor(_ number: Int?) throws(ServiceRefusal) -> UserIdentifier {
        let user = try user(number)
        guard caller.mayDecideFor(user) else { throw .permissionDenied }
        return user
    }

    /// Returns the app that a call concerns.
    func app(_ name: String, of user: Int?) throws(ServiceRefusal) -> AppKey {
        AppKey(user: try self.user(user), app: try parsed(name, as: "app", AppIdentifier.init))
    }

    fileprivate func parameters<Parameters: MethodParameters>() throws(ServiceRefusal) -> Parameters {
        do throws(ParameterProblem) {
            return try Parameters(parameters: call.parameters)
        } catch {
            throw .invalidParameter(parameter: error.parameter)
        }
    }
}

/// Refuses a parameter that is out of its range.
func require(_ isValid: Bool, _ parameter: String) throws(ServiceRefusal) {
    if !isValid { throw .invalidParameter(parameter: parameter) }
}

func parsed<Value>(
    _ text: String,
    as parameter: String,
    _ parse: (String) -> Value?
) throws(ServiceRefusal) -> Value {
    guard let value = parse(text) else { throw .invalidParameter(parameter: parameter) }
    return value
}

func parsed<Value>(
    _ text: String?,
    as parameter: String,
    _ parse: (String) -> Value?
) throws(ServiceRefusal) -> Value? {
    guard let text else { return nil }
    let value: Value = try parsed(text, as: parameter, parse)
    return value
}

func exactly<Number: FixedWidthInteger>(_ number: Int, as parameter: String) throws(ServiceRefusal) -> Number
{
    guard let value = Number(exactly: number) else { throw .invalidParameter(parameter: parameter) }
    return value
}

/// Returns the values of a list of names, each one a parameter of its own.
func parsed<Value>(
    _ texts: [String],
    as parameter: String,
    _ parse: (String) -> Value?
) throws(ServiceRefusal) -> [Value] {
    var values: [Value] = []
    for (index, text) in texts.enumerated() {
        values.append(try parsed(text, as: "\(parameter)[\(index)]", parse))
    }
    return values
}

struct PendingCalls {
    /// A call that waits for the engine's answer.
    struct Pending {
        let connection: VarlinkServer.ConnectionID
        let interface: String
    }

    /// A call whose answer is computed from the state at the end of the turn, once that state is durable.
    struct Inquiry {
        let request: Request
        let answer: () throws(ServiceRefusal) -> Reply
    }

    private var calls: [CallIdentifier: Pending] = [:]
    private var last: UInt64 = 0
    var inquiries: [Inquiry] = []

    mutating func insert(_ request: Request) -> CallIdentifier {
        last += 1
        let call = CallIdentifier(last)
        calls[call] = Pending(connection: request.connection, interface: request.interface)
        return call
    }

    @discardableResult
    mutating func remove(_ call: CallIdentifier) -> Pending? {
        calls.removeValue(forKey: call)
    }

    /// The call of a connection, which has at most one.
    subscript(connection: VarlinkServer.ConnectionID) -> CallIdentifier? {
        calls.first { $0.value.connection == connection }?.key
    }
}

extension Daemon {
    typealias Answering = @Sendable (Daemon, Request) throws(ServiceRefusal) -> Void

    static let methods: [String: Answering] = Dictionary(
        uniqueKeysWithValues: [
            method(serve), method(deliverTimeline), method(failTimeline), method(deliverSnapshot),
            method(reloadTimelines), method(push), method(getTicket), method(watchTickets),
            method(listKinds), method(getSnapshot), method(mostRelevant), method(place), method(configure),
            method(remove), method(setVisibility), method(setAppVisibility), method(watch), method(shareOnce),
            method(openApp), method(getLocation), method(getAvailability), method(followLocation),
            method(followLocationFor), method(followHeading), method(followBeacons), method(holdSession),
            method(requestAuthorization), method(requestTemporaryFullAccuracy),
            method(feedBeacons), method(reportBeacons),
            method(startMonitoring), method(stopMonitoring), method(listMonitoring), method(followEvents),
            method(acknowledge), method(addRegion), method(removeRegion), method(listRegions),
            method(dropAnchor), method(setAnchor), method(raiseAnchor), method(silenceAnchor),
            method(authorize), method(reset), method(forget), method(listApps), method(switchServices),
            method(getServices), method(statePlace), method(getStatedPlace), method(openAgent),
            method(answerPrompt), method(registerManifest), method(withdrawManifest), method(listManifests),
            method(listAccesses), method(rekey), method(pause), method(resume),
            method(serveLauncher), method(reportLaunch),
            method(simulate), method(getSimulation),
            method(openFeed), method(sendNMEA), method(sendFix), method(sendFeedState),
            method(reportMovement),
            method(getStatus), method(getMetrics), method(listWidgets), method(listBudgets), method(explain),
            method(explainApp), method(watchDecisions), method(watchReceivers), method(record),
            method(getInfo), method(getInterfaceDescription),
        ]
    )

    /// Returns the handler of a method whose reply comes later, from the work that `answer` starts.
    private static func method<Parameters: MethodParameters>(
        _ answer: @escaping @Sendable (Daemon) -> (Parameters, Request) throws(ServiceRefusal) -> Void
    ) -> (String, Answering) {
        (
            Parameters.method,
            { daemon, request throws(ServiceRefusal) in try answer(daemon)(try request.parameters(), request)
            }
        )
    }

    /// Returns the handler of a query, whose reply is the result of `answer` at the end of the turn.
    ///
    /// So a reply never shows what a crash could undo, and all queries of a turn share one commit.
    private static func method<Parameters: MethodParameters>(
        _ answer:
            @escaping @Sendable (Daemon) -> (Parameters, Request) throws(ServiceRefusal) -> Parameters.Reply
    ) -> (String, Answering) {
        (
            Parameters.method,
            { daemon, request throws(ServiceRefusal) in
                let parameters: Parameters = try request.parameters()
                daemon.calls.inquiries.append(
                    .init(request: request) { () throws(ServiceRefusal) in
                        .success(try answer(daemon)(parameters, request))
                    }
                )
            }
        )
    }

    func answer(_ call: Call, from connection: VarlinkServer.ConnectionID) {
        guard let client = clients[connection] else { return }
        let request = Request(
            call: call,
            connection: connection,
            caller: client.caller,
            attribution: client.attribution
        )
        do throws(ServiceRefusal) {
            guard let answer = Self.methods[call.method] else {
                let isKnown = Interfaces.all.contains { $0.name == request.interface }
                throw isKnown
                    ? .methodNotFound(method: call.method) : .interfaceNotFound(interface: request.interface)
            }
            // A reply without an error would confirm the upgrade.
            guard call.mode != .upgrade else { throw .methodNotImplemented(method: call.method) }
            try answer(self, request)
        } catch {
            server.reply(error.reply(in: request.interface), to: connection)
        }
    }

    /// Sends a command to the engine and replies once all of its changes are durable.
    func put(_ command: Command, for request: Request) {
        dispatch(request) { .called(command, by: request.caller, call: $0) }
    }

    /// Sends the engine an event whose answer, now or later, is the reply to a call.
    func dispatch(_ request: Request, _ event: (CallIdentifier) -> Event) {
        dispatch(event(calls.insert(request)))
    }

    /// Returns an answer of the engine as the reply to its call.
    ///
    /// The methods that have the same answer have replies of the same form.
    func reply(_ answer: Answer) -> Reply {
        switch answer {
        case .done: .success()
        case .app(let app, let prompt):
            .success(
                SettingsInterface.Authorize.Reply(app: description(of: app), prompt: prompt?.description)
            )
        case .asked(let prompt):
            .success(SettingsInterface.Resume.Reply(prompt: prompt?.description))
        case .paused(let pause): .success(SettingsInterface.Pause.Reply(pause: .init(pause)))
        case .registered(let manifest, let registration): .success(reply(manifest, registration))
        case .request(let outcome): .success(LocationInterface.RequestAuthorization.Reply(outcome))
        case .widget(let widget): .success(HostInterface.Place.Reply(widget: widget.description))
        case .reloads(let asked):
            .success(WidgetsInterface.ReloadTimelines.Reply(reloads: asked.map { .init($0) }))
        case .monitoring(let state):
            .success(MonitorInterface.ListMonitoring.Reply(state: description(of: state)))
        case .retry(let delay):
            .success(WidgetsInterface.FailTimeline.Reply(retryAfterSeconds: delay.inSeconds))
        case .snapshot(let snapshot): .success(HostInterface.GetSnapshot.Reply(snapshot))
        case .location(let outcome): .success(LocationInterface.GetLocation.Reply(outcome))
        }
    }

    /// Opens a stream and reports its session to the engine.
    func open(
        for request: Request,
        locale: String? = nil,
        _ event: (SessionIdentifier, CallIdentifier) -> Event
    ) throws(ServiceRefusal) {
        try request.requireMore()
        let session = SessionIdentifier(sessionNumbers.next(at: now.instant))
        let call = calls.insert(request)
        streams[request.connection] = EventStream(
            on: server,
            to: request.connection,
            call: call,
            reader: .session(session),
            interface: request.interface,
            locale: locale
        )
        dispatch(event(session, call))
    }

    /// Returns what the engine answers unless it refuses.
    func permitted<Value>(_ question: () throws(Refusal) -> Value) throws(ServiceRefusal) -> Value {
        do throws(Refusal) { return try question() } catch { throw .init(error) }
    }

    /// Refuses a call that waits, and ends the stream that it was to open.
    func refuse(_ call: CallIdentifier, _ failure: ServiceRefusal) {
        guard let pending = calls.remove(call) else { return }
        if streams[pending.connection]?.call == call { endStream(of: pending.connection) }
        server.reply(failure.reply(in: pending.interface), to: pending.connection)
    }
}

// The methods of org.varlink.service.
extension Daemon {
    func getInfo(_ parameters: ServiceInterface.GetInfo, _ request: Request) {
        let information = ServiceInterface.GetInfo.Reply(
            vendor: "Waymark",
            product: "waymarkd",
            version: Version.current,
            url: "file:///usr/share/doc/waymark",
            interfaces: Interfaces.all.map { $0.name }
        )
        server.reply(.success(information), to: request.connection)
    }

    func getInterfaceDescription(
        _ parameters: ServiceInterface.GetInterfaceDescription,
        _ request: Request
    ) throws(ServiceRefusal) {
        guard let interface = Interfaces.all.first(where: { $0.name == parameters.interface }) else {
            throw .interfaceNotFound(interface: parameters.interface)
        }
        let description = ServiceInterface.GetInterfaceDescription.Reply(description: interface.text)
        server.reply(.success(description), to: request.connection)
    }
}
