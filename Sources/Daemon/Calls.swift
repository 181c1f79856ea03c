import LocationModel
import StateStore
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// A call whose parameters are not read yet, with its client.
typealias ReceivedCall = (
    call: Call, connection: VarlinkServer.ConnectionID, client: ClientTable.Client
)

/// A call with its parameters, which are members of the request too, and with its client.
@dynamicMemberLookup
struct Request<Parameters> {
    let parameters: Parameters
    let call: Call
    let connection: VarlinkServer.ConnectionID
    let client: ClientTable.Client

    var caller: Caller { client.caller }
    var interfaceName: String { String(call.interfaceName) }

    subscript<Value>(dynamicMember member: KeyPath<Parameters, Value>) -> Value {
        parameters[keyPath: member]
    }

    /// Refuses inquiries of a sandboxed program.
    func requireInquirer() throws(ServiceRefusal) {
        guard caller.mayInquire else { throw .permissionDenied }
    }

    /// Refuses a call without the flag `more`.
    func requireMore() throws(ServiceRefusal) {
        guard call.mode == .more else { throw .expectedMore }
    }

    /// Returns the user that a call concerns: the caller unless the call names another.
    func userOrCaller(_ number: Int?) throws(ServiceRefusal) -> UserIdentifier {
        guard let number else { return caller.user }
        return UserIdentifier(try exactly(number, as: "user"))
    }

    /// Returns the user that a call concerns, for whom the caller may decide.
    func userToDecideFor(_ number: Int?) throws(ServiceRefusal) -> UserIdentifier {
        let user = try userOrCaller(number)
        guard caller.mayDecideFor(user) else { throw .permissionDenied }
        return user
    }

    func appKey(_ name: String, of user: Int?) throws(ServiceRefusal) -> AppKey {
        AppKey(user: try userOrCaller(user), app: try parsed(name, as: "app", AppIdentifier.init))
    }
}

extension Request where Parameters: MethodParameters {
    fileprivate init(_ received: ReceivedCall) throws(ServiceRefusal) {
        do throws(ParameterProblem) {
            parameters = try Parameters(parameters: received.call.parameters)
        } catch { throw .invalidParameter(parameter: error.parameter) }
        (call, connection, client) = received
    }
}

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

/// Returns the place after which a client wants its page; `nil` for the first page.
func pagePlace<Place: PlainValue>(_ cursor: String?) throws(ServiceRefusal) -> Place? {
    try parsed(cursor, as: "after", Place.init(plainText:))
}

struct PendingCalls {
    /// A call that waits for its answer.
    struct Pending {
        let connection: VarlinkServer.ConnectionID
        let interface: String

        init(_ request: Request<some Any>) {
            connection = request.connection
            interface = request.interfaceName
        }
    }

    /// A call whose answer is computed from the state at the end of the turn, once that state is durable.
    struct Inquiry {
        let call: Pending
        let answer: () throws(ServiceRefusal) -> Reply
    }

    private var calls: [CallIdentifier: Pending] = [:]
    private var last: UInt64 = 0
    var inquiries: [Inquiry] = []

    mutating func insert(_ request: Request<some Any>) -> CallIdentifier {
        last += 1
        let call = CallIdentifier(last)
        calls[call] = Pending(request)
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
    typealias Answering = @Sendable (Daemon, ReceivedCall) throws(ServiceRefusal) -> Void

    /// A function of the service that answers the calls of one method.
    private typealias Handler<Parameters, Result> =
        @Sendable (Daemon) -> (Request<Parameters>) throws(ServiceRefusal) -> Result

    static let methods: [String: Answering] = Dictionary(
        uniqueKeysWithValues: [
            stream(serve), command(deliverTimeline), command(failTimeline), command(deliverSnapshot),
            command(reloadTimelines), command(push), query(getTicket), stream(watchTickets),
            query(listKinds), method(getSnapshot), query(mostRelevant), command(place), command(configure),
            command(remove), command(setVisibility), command(setAppVisibility), stream(watch),
            command(shareOnce),
            stream(openApp), method(getLocation), query(getAvailability), stream(followLocation),
            method(followLocationFor), stream(followHeading), stream(followBeacons), stream(holdSession),
            command(requestAuthorization), command(requestTemporaryFullAccuracy),
            stream(feedBeacons), command(reportBeacons),
            command(startMonitoring), command(stopMonitoring), command(listMonitoring), stream(followEvents),
            command(acknowledge), command(addRegion), command(removeRegion), command(listRegions),
            command(dropAnchor), command(setAnchor), command(raiseAnchor), command(silenceAnchor),
            command(authorize), command(reset), command(forget), query(listApps), command(switchServices),
            query(getServices), command(statePlace), query(getStatedPlace), method(openAgent),
            command(answerPrompt), command(registerManifest), command(withdrawManifest), query(listManifests),
            query(listAccesses), query(rekey), command(pause), command(resume),
            stream(serveLauncher), command(reportLaunch),
            query(simulate), query(getSimulation),
            method(openFeed), method(sendNMEA), method(sendFix), method(sendFeedState),
            command(reportMovement),
            query(getStatus), method(getMetrics), query(listWidgets), query(listBudgets), query(explain),
            query(explainApp), method(watchDecisions), method(watchReceivers), method(record),
            method(getInfo), method(getInterfaceDescription),
        ]
    )

    /// Returns the handler of a method, which sees to the reply itself.
    private static func method<Parameters: MethodParameters>(
        _ answer: @escaping Handler<Parameters, Void>
    ) -> (String, Answering) {
        (
            Parameters.method,
            { daemon, call throws(ServiceRefusal) in try answer(daemon)(try Request(call)) }
        )
    }

    /// Returns the handler of a method that has the engine do something; the reply follows once that is durable.
    private static func command<Parameters: MethodParameters>(
        _ command: @escaping Handler<Parameters, Command>
    ) -> (String, Answering) {
        method { daemon in
            { request throws(ServiceRefusal) in
                let command = try command(daemon)(request)
                daemon.dispatch(request) { .called(command, by: request.caller, call: $0) }
            }
        }
    }

    /// Returns the handler of a method that opens a stream of the engine.
    private static func stream<Parameters: MethodParameters>(
        _ stream: @escaping Handler<Parameters, ClientStream>
    ) -> (String, Answering) {
        method { daemon in
            { request throws(ServiceRefusal) in
                try daemon.open(try stream(daemon)(request), for: request)
            }
        }
    }

    /// Returns the handler of a query, whose reply is the result of `answer` at the end of the turn.
    ///
    /// So a reply never shows what a crash could undo, and all queries of a turn share one commit.
    private static func query<Parameters: MethodParameters>(
        _ answer: @escaping Handler<Parameters, Parameters.Reply>
    ) -> (String, Answering) {
        method { daemon in
            { (request: Request<Parameters>) throws(ServiceRefusal) in
                daemon.calls.inquiries.append(
                    .init(call: .init(request)) { () throws(ServiceRefusal) in
                        .success(try answer(daemon)(request))
                    }
                )
            }
        }
    }

    func answer(_ call: Call, from connection: VarlinkServer.ConnectionID) {
        guard let client = clients[connection] else { return }
        let interface = String(call.interfaceName)
        do throws(ServiceRefusal) {
            guard let answer = Self.methods[call.method] else {
                let isKnown = Interfaces.all.contains { $0.name == interface }
                throw isKnown
                    ? .methodNotFound(method: call.method) : .interfaceNotFound(interface: interface)
            }
            // A reply without an error would confirm the upgrade.
            guard call.mode != .upgrade else { throw .methodNotImplemented(method: call.method) }
            try answer(self, (call, connection, client))
        } catch {
            server.reply(error.reply(in: interface), to: connection)
        }
    }

    /// Sends the engine an event whose answer, now or later, is the reply to a call.
    func dispatch(_ request: Request<some Any>, _ event: (CallIdentifier) -> Event) {
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
        case .registered(let manifest, let outcome): .success(reply(manifest, outcome))
        case .request(let outcome, let prompt):
            .success(
                LocationInterface.RequestAuthorization.Reply(
                    outcome: outcome,
                    text: outcome.text,
                    prompt: prompt?.description
                )
            )
        case .widget(let widget): .success(HostInterface.Place.Reply(widget: widget.description))
        case .reloads(let asked):
            .success(WidgetsInterface.ReloadTimelines.Reply(reloads: asked.map { .init($0) }))
        case .monitoring(let state):
            .success(MonitorInterface.ListMonitoring.Reply(state: description(of: state)))
        case .regions(let page): .success(reply(page))
        case .retry(let delay):
            .success(WidgetsInterface.FailTimeline.Reply(retryAfterSeconds: delay.inSeconds))
        case .snapshot(let snapshot): .success(HostInterface.GetSnapshot.Reply(snapshot))
        case .location(let outcome): .success(LocationInterface.GetLocation.Reply(outcome))
        }
    }

    /// Opens a stream for a caller, who need not be the client, and reports its session to the engine.
    func open(
        _ stream: ClientStream,
        for request: Request<some Any>,
        by caller: Caller? = nil,
        locale: String? = nil
    ) throws(ServiceRefusal) {
        try request.requireMore()
        let session = SessionIdentifier(sessionNumbers.next(at: now.instant))
        let call = calls.insert(request)
        streams[request.connection] = EventStream(
            on: server,
            to: request.connection,
            call: call,
            reader: .session(session),
            interface: request.interfaceName,
            locale: locale
        )
        dispatch(.opened(session, stream, by: caller ?? request.caller, call: call))
    }

    /// Returns the engine's answer, or throws its refusal.
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
    func getInfo(_ request: Request<ServiceInterface.GetInfo>) {
        let information = ServiceInterface.GetInfo.Reply(
            vendor: "Waymark",
            product: "waymarkd",
            version: Version.current,
            url: "file:///usr/share/doc/waymark",
            interfaces: Interfaces.all.map { $0.name }
        )
        server.reply(.success(information), to: request.connection)
    }

    func getInterfaceDescription(_ request: Request<ServiceInterface.GetInterfaceDescription>)
        throws(ServiceRefusal)
    {
        guard let interface = Interfaces.all.first(where: { $0.name == request.interface }) else {
            throw .interfaceNotFound(interface: request.interface)
        }
        let description = ServiceInterface.GetInterfaceDescription.Reply(description: interface.text)
        server.reply(.success(description), to: request.connection)
    }
}

extension ServiceRefusal {
    /// Creates the error of a claimed app identity that contradicts the system's attribution of the program.
    init(_ mismatch: AppMismatch) {
        self = .appMismatch(
            claimed: mismatch.claimed.rawValue,
            apps: mismatch.actual.map(\.rawValue),
            reason: mismatch.text
        )
    }
}
