import LinuxSystem
import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// The location service, as a command talks to it.
struct Service {
    /// What a call brought: the value, and the JSON it was read from.
    struct Answer<Value> {
        let value: Value
        let json: [UInt8]

        init(_ json: [UInt8], of method: String) throws(Failure) where Value: JSONStructure {
            do throws(ParameterProblem) {
                value = try Value(json: json)
            } catch {
                throw .refused("\(method): the service sent a reply without a proper '\(error.parameter)'")
            }
            self.json = json
        }
    }

    /// The socket.
    let path: String

    /// Connects.
    func connect() throws(Failure) -> VarlinkClient {
        do throws(ClientFailure) {
            return try VarlinkClient(connectingTo: path)
        } catch { throw Failure(error, at: path) }
    }

    /// Calls a method on a connection of its own.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(Failure) -> Answer<Parameters.Reply> {
        let client = try connect()
        let json: [UInt8]
        do throws(ClientFailure) {
            json = try client.call(Parameters.method, parameters.json, timeout: Self.patience)
        } catch { throw Failure(error, at: path) }
        return try Answer(json, of: Parameters.method)
    }

    /// Opens a stream.
    func stream<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(Failure) -> EventStream<Parameters> {
        let client = try connect()
        do throws(ClientFailure) {
            let replies = try client.stream(Parameters.method, parameters.json)
            return EventStream(client: client, replies: replies, path: path)
        } catch { throw Failure(error, at: path) }
    }

    /// How long a call may take: one transaction of the service on an old memory card takes seconds.
    private static let patience: Duration = .seconds(30)
}

extension Failure {
    /// Says what failed in terms of the command line.
    init(_ failure: ClientFailure, at path: String) {
        switch failure {
        case .cannotConnect(let path, let error):
            self = .unreachable(
                "cannot connect to \(path): \(error.reason); is waymarkd running? --socket names another socket"
            )
        case .connectionClosed: self = .unreachable("the service closed the connection to \(path)")
        case .timedOut: self = .unreachable("the service at \(path) does not answer; see its log")
        case .failed(let error, let parameters): self = Failure(error: error, parameters)
        case .protocolViolated, .replyTooLong, .invalidParameters, .busy, .system:
            self = .refused("\(path): \(failure)")
        }
    }

    private init(error: String, _ parameters: [UInt8]) {
        let members = try? JSONObject(parameters)
        self = Failure(RefusedCall(error: error, members: members ?? .empty))
    }
}
