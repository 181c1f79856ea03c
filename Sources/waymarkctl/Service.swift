import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

struct Service {
    let path: String

    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) throws(ClientError) -> ServiceConnection.Reply<Parameters.Reply> {
        try ServiceConnection(to: path).call(parameters, within: limit)
    }

    /// Calls a method that lists something until its last page, on a new connection.
    func callForAllPages<Parameters: PagedCall>(
        _ parameters: Parameters,
        limit: Int = .max
    ) throws(ClientError) -> ServiceConnection.Reply<Parameters.Reply> {
        try ServiceConnection(to: path).callForAllPages(parameters, limit: limit)
    }

    func stream<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> ServiceStream<Parameters> {
        try ServiceConnection(to: path).stream(parameters)
    }

    /// Calls `body` with each reply to a streaming call, through restarts of the service.
    ///
    /// It returns when the process receives a signal, the reader of its output is gone, or `isOver` says so after a reply.
    func follow<Parameters: MethodParameters>(
        _ parameters: Parameters,
        until isOver: () -> Bool = { false },
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws -> Void
    ) throws {
        let waiter = try EventWaiter()
        let link = ServiceLink(parameters, to: path, waiter.poller)
        try link.connect()
        repeat {
            while let reply = try link.nextReply() {
                try body(reply)
                guard !isOver(), try waiter.mayContinue() else { return }
            }
        } while try waiter.wait(until: link.deadline)
    }
}

extension ServiceLink {
    /// Returns the next step; `nil` if there is none yet.
    ///
    /// It throws an error against which waiting does not help, as `mayPass` says.
    func step(retryingAfter mayPass: (ClientError) -> Bool = \.isUnreachable) throws(ClientError) -> Step? {
        let step = next()
        switch step {
        case .lost(let error), .unopened(let error): guard mayPass(error) else { throw error }
        case .reply, nil: break
        }
        return step
    }

    /// Returns the next reply; `nil` if none has arrived.
    ///
    /// A person is told that the service went away and is waited for, unless `complains` is `false`.
    func nextReply(complains: Bool = true) throws(ClientError) -> ServiceConnection.Reply<Method.Reply>? {
        while let step = try step() {
            switch step {
            case .reply(let reply): return reply
            case .lost(let error): if complains { error.complain() }
            case .unopened: break
            }
        }
        return nil
    }
}

extension ServiceStream {
    /// Calls `body` with each reply, until the process receives a signal or the reader of its output is gone.
    func deliver(to body: (ServiceConnection.Reply<Parameters.Reply>) throws -> Void) throws {
        let waiter = try EventWaiter()
        repeat {
            while let reply = try next(timeout: .zero) {
                try body(reply)
                // A service that is faster than this process must not keep it from ending for long.
                guard try waiter.mayContinue() else { return }
            }
        } while try waiter.wait(for: [connection.descriptor])
    }
}

extension Invocation {
    var service: Service { Service(path: ServiceAddress.path(line.value(of: "socket"))) }

    /// Prints JSON or, for people, a line.
    func tell(_ json: [UInt8], or line: String) throws {
        try isForMachines ? output.line(json) : output.line(line)
    }

    /// Calls a method and prints the reply, as JSON or with `person` for people.
    func show<Parameters: MethodParameters>(
        _ parameters: Parameters,
        to person: (Parameters.Reply) throws -> Void
    ) throws {
        let reply = try service.call(parameters)
        if isForMachines { return try output.line(reply.json) }
        try person(reply.value)
    }

    /// Calls a method and prints the reply as JSON or, for people, a line.
    func show(_ parameters: some MethodParameters, saying line: String) throws {
        try show(parameters) { _ in try output.line(line) }
    }

    /// Calls a method that lists something and prints all of it, as JSON or with `person` for people.
    func showAll<Parameters: PagedCall>(
        _ parameters: Parameters,
        limit: Int = .max,
        to person: (Parameters.Reply) throws -> Void
    ) throws {
        let reply = try service.callForAllPages(parameters, limit: limit)
        if isForMachines { return try output.line(reply.json) }
        try person(reply.value)
    }

    /// Prints each reply to a streaming call as JSON or, for people, as a line, through restarts of the service.
    ///
    /// A reply for which `words` returns `nil` says nothing.
    func follow<Parameters: MethodParameters>(
        _ parameters: Parameters,
        words: (Parameters.Reply) throws -> String?
    ) throws {
        try service.follow(parameters) { reply in
            guard let line = try words(reply.value) else { return }
            try tell(reply.json, or: line)
        }
    }
}

// MARK: Errors

extension ClientError {
    /// Whether the service is away, or has forgotten this program: waiting may help.
    var isUnreachable: Bool { Failure(self).kind == .unreachable }

    var isNotFound: Bool { Failure(self).kind == .notFound }

    var message: String { Failure(self).message ?? "" }

    /// Translates the error, with words of its own for what this user may not do.
    func failure(ifDenied words: String) -> Failure {
        if case .permissionDenied? = refusal { .refused(words) } else { Failure(self) }
    }

    /// Tells the person that the service went away and is waited for.
    func complain() { Output.complain("waymarkctl: \(message); waiting for the service") }
}

extension Failure {
    init(_ error: ClientError) {
        switch error {
        case .cannotConnect(let path, let reason):
            self = .unreachable(
                "cannot connect to \(path): \(reason); is waymarkd running? --socket names another socket"
            )
        case .notPermitted: self = .unreachable("\(error); --socket names another socket")
        case .disconnected, .closedUnanswered: self = .unreachable("\(error)")
        case .timedOut(let path):
            self = .unreachable("the service at \(path) does not answer; see its log")
        case .refused(let refusal, _): self.init(refusal)
        default: self = .refused("\(error)")
        }
    }

    private init(_ refusal: ServiceRefusal) {
        switch refusal {
        case .unknownWidget, .unknownKind, .unknownApp, .unknownTicket, .unknownPrompt, .unknownManifest:
            self = .notFound("\(refusal)")
        case .unknownFeed(let feed):
            self = .notFound(
                "\(refusal); add 'Receiver=feed://\(feed.harmless)' to [Receivers] in the service's configuration, "
                    + "and restart it"
            )
        case .invalidParameter(let parameter): self = .invalidValue(of: parameter.harmless)
        case .permissionDenied:
            self = .refused("permission denied; only root may do this or act for another user")
        case .unknownSession: self = .unreachable("the service no longer knows this agent; start it again")
        case .badManifest(let mistakes):
            self = .refused("the manifest has mistakes:\n" + mistakes.map(\.harmless).joined(separator: "\n"))
        case .notSimulated: self = .refused("\(refusal), and name its socket with --socket")
        default: self = .refused("\(refusal)")
        }
    }

    /// A value that the service does not accept, with the form of one that it does.
    static func invalidValue(of parameter: String) -> Self {
        let advice =
            switch parameter.prefix(while: { $0 != "[" }) {
            case "app", "kind", "key", "monitor", "identifier", "fullAccuracyPurpose":
                "; it is ASCII letters, digits, '.', '-' and '_', such as org.example.Weather"
            case "widget", "widgets": "; it is 'w' and a number; 'waymarkctl widgets' lists the existing ones"
            case "reason": "; it is a word such as wifi: at most 32 letters, digits, '.', '-' and '_'"
            case "ticket", "tickets": "; it is the 't' and number that 'waymarkctl push' printed"
            default: ""
            }
        return .refused("the service does not accept the value of '\(parameter)'\(advice)")
    }
}
