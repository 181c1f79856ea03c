import Waymark
import WaymarkInterfaces

/// The connection of a command to the location service.
struct Service {
    /// The socket.
    let path: String

    /// Calls a method on a new connection.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply> {
        do throws(ServiceError) {
            return try ServiceConnection(to: path).call(parameters, within: limit)
        } catch { throw Failure(error) }
    }

    /// Calls a method that lists something until its last page, on a new connection.
    func callForAllPages<Parameters: PagedCall>(
        _ parameters: Parameters,
        limit: Int = .max
    ) throws(Failure) -> ServiceConnection.Reply<Parameters.Reply> {
        do throws(ServiceError) {
            return try ServiceConnection(to: path).callForAllPages(parameters, limit: limit)
        } catch { throw Failure(error) }
    }

    /// Opens a stream on a new connection.
    func stream<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(Failure) -> ServiceStream<Parameters> {
        do throws(ServiceError) {
            return try ServiceConnection(to: path).stream(parameters)
        } catch { throw Failure(error) }
    }
}

extension Failure {
    /// Translates an error into a message for the command line.
    init(_ error: ServiceError) {
        switch error {
        case .cannotConnect(let path, let reason):
            self = .unreachable(
                "cannot connect to \(path): \(reason); is waymarkd running? --socket names another socket"
            )
        case .notPermitted: self = .unreachable("\(error); --socket names another socket")
        case .disconnected, .closedUnanswered: self = .unreachable("\(error)")
        case .timedOut(let path):
            self = .unreachable("the service at \(path) does not answer; see its log")
        case .refused(let refused): self.init(refused)
        case .malformedReply, .notAReply, .system, .tooLong: self = .refused("\(error)")
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
