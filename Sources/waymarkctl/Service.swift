import CommandLineTool
import LinuxSystem
import Waymark
import WaymarkInterfaces

struct Service {
    let path: String

    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply> {
        do throws(ClientError) {
            return try ServiceConnection(to: path).call(parameters, within: limit)
        } catch { throw Failure(error) }
    }

    /// Calls a method that lists something until its last page, on a new connection.
    func callForAllPages<Parameters: PagedCall>(
        _ parameters: Parameters,
        limit: Int = .max
    ) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply> {
        do throws(ClientError) {
            return try ServiceConnection(to: path).callForAllPages(parameters, limit: limit)
        } catch { throw Failure(error) }
    }

    func stream<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(Failure) -> ServiceStream<Parameters> {
        do throws(ClientError) {
            return try ServiceConnection(to: path).stream(parameters)
        } catch { throw Failure(error) }
    }

    /// Calls `body` with each reply to a streaming call, through restarts of the service.
    ///
    /// It returns when the process receives a signal, the reader of its output is gone, or `isOver` says so after a reply.
    func follow<Parameters: MethodParameters>(
        _ parameters: Parameters,
        until isOver: () -> Bool = { false },
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws(Failure) -> Void
    ) throws(Failure) {
        let patience = try Patience()
        let link = ServiceLink(parameters, to: path, patience.poller)
        try link.start()
        repeat {
            while let step = try link.step() {
                switch step {
                case .reply(let reply):
                    try body(reply)
                    if isOver() { return }
                case .lost(let error): Failure(error).complain()
                case .unopened: break
                }
                guard try patience.lasts() else { return }
            }
        } while try patience.wait(until: link.deadline)
    }
}

extension ServiceLink {
    /// Opens the stream: a service that is not there at the start is a failure.
    func start() throws(Failure) {
        do throws(ClientError) { try connect() } catch { throw Failure(error) }
    }

    /// Returns what has happened next; `nil` if nothing more has.
    ///
    /// - Parameter mayPass: Whether waiting may help against a failure.
    /// - Returns: The step.
    /// - Throws: ``Failure`` against which waiting does not help.
    func step(
        retryingAfter mayPass: (Failure) -> Bool = \.isUnreachable
    ) throws(Failure) -> Step? {
        let step = next()
        switch step {
        case .lost(let error), .unopened(let error):
            let failure = Failure(error)
            guard mayPass(failure) else { throw failure }
        case .reply, nil: break
        }
        return step
    }
}

extension ServiceStream {
    func reply() throws(Failure) -> ServiceConnection.Reply<Parameters.Reply> {
        while true {
            if let reply = try reply(within: nil) { return reply }
        }
    }

    /// Waits for one reply; `nil` if none arrived in time.
    func reply(within timeout: Duration?) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply>? {
        do throws(ClientError) {
            return try next(timeout: timeout)
        } catch { throw Failure(error) }
    }

    /// Calls `body` with each reply, until the process receives a signal or the reader of its output is gone.
    func deliver(
        to body: (ServiceConnection.Reply<Parameters.Reply>) throws(Failure) -> Void
    ) throws(Failure) {
        let patience = try Patience()
        repeat {
            while let reply = try reply(within: .zero) {
                try body(reply)
                // A service that is faster than this process must not keep it from ending for long.
                guard try patience.lasts() else { return }
            }
        } while try patience.wait(for: [connection.descriptor])
    }
}

extension Failure {
    /// Tells the person that the service went away and is waited for.
    func complain() { Output.complain("waymarkctl: \(message ?? ""); waiting for the service") }

    /// Translates an error into a message for the command line.
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
}

extension Invocation {
    /// Calls a method and prints the reply, as JSON or with `person` for people.
    func show<Parameters: MethodParameters>(
        _ parameters: Parameters,
        to person: (Parameters.Reply) throws(Failure) -> Void = { (_) throws(Failure) in }
    ) throws(Failure) {
        let reply = try service.call(parameters)
        if isForMachines { return try output.line(reply.json) }
        try person(reply.value)
    }

    /// Calls a method that lists something and prints all of it, as JSON or with `person` for people.
    func showAll<Parameters: PagedCall>(
        _ parameters: Parameters,
        limit: Int = .max,
        to person: (Parameters.Reply) throws(Failure) -> Void
    ) throws(Failure) {
        let reply = try service.callForAllPages(parameters, limit: limit)
        if isForMachines { return try output.line(reply.json) }
        try person(reply.value)
    }
}
