import LinuxSystem
import LocationModel
import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// Connects, and says what failed in this library's words.
func connect(to service: WaymarkService) throws(ClientError) -> VarlinkClient {
    do throws(ClientFailure) {
        return try VarlinkClient(connectingTo: service.socketPath)
    } catch {
        throw ClientError(error, calling: "connect", at: service)
    }
}

extension VarlinkClient {
    /// How long a call may take.
    ///
    /// The service answers in milliseconds, after one transaction of its store; on an old memory card that can
    /// take seconds.
    private static let patience: Duration = .seconds(30)

    /// Calls the service and waits for its reply.
    func reply<Parameters: MethodParameters>(
        to parameters: Parameters,
        at service: WaymarkService
    ) throws(ClientError) -> Parameters.Reply {
        let reply: [UInt8]
        do throws(ClientFailure) {
            reply = try call(Parameters.method, parameters.json, timeout: Self.patience)
        } catch { throw ClientError(error, calling: Parameters.method, at: service) }
        return try Parameters.Reply(json: reply, answering: Parameters.method)
    }
}

extension JSONStructure {
    /// Reads what the service sent, which is its fault where it cannot be read.
    init(json: [UInt8], answering method: String) throws(ClientError) {
        do throws(ParameterProblem) {
            try self.init(json: json)
        } catch {
            throw .protocolViolation("the reply to \(method) has a wrong or missing '\(error.parameter)'")
        }
    }
}

extension ClientError {
    /// Takes over a failure of the connection.
    init(_ failure: ClientFailure, calling method: String, at service: WaymarkService) {
        switch failure {
        case .cannotConnect(let path, let error): self = .cannotConnect(path: path, reason: error.reason)
        case .connectionClosed, .timedOut: self = .disconnected(path: service.socketPath)
        case .protocolViolated, .replyTooLong: self = .protocolViolation(failure.description)
        case .failed(let error, let parameters):
            self = ClientError(error: error, parameters: parameters, calling: method)
        case .system(let error): self = .outOfResources(error.description)
        case .invalidParameters, .busy:
            // Parameters are encoded by this library, and each connection has one thread.
            preconditionFailure("\(method): \(failure)")
        }
    }

    private init(error: String, parameters: [UInt8], calling method: String) {
        func members<Value: InterfaceError>(_ type: Value.Type) -> Value? {
            try? Value(json: parameters)
        }
        switch error {
        case "org.varlink.service.PermissionDenied": self = .permissionDenied(method: method)
        case WidgetsInterface.UnknownSession.name, LocationInterface.UnknownSession.name: self = .sessionOver
        case WidgetsInterface.RequestOver.name:
            self = .requestOver(members(WidgetsInterface.RequestOver.self)?.why ?? .unknown)
        case WidgetsInterface.AppMismatch.name, LocationInterface.AppMismatch.name:
            self = .anotherApp(members(LocationInterface.AppMismatch.self)?.reason ?? error)
        case LocationInterface.MissingPurpose.name:
            let missing = members(LocationInterface.MissingPurpose.self)
            self = .missingPurpose(app: missing?.app ?? "", key: missing?.key ?? "")
        case SettingsInterface.BadManifest.name:
            self = .badManifest(mistakes: members(SettingsInterface.BadManifest.self)?.mistakes ?? [])
        case WidgetsInterface.UnknownKind.name:
            self = .unknownKind(members(WidgetsInterface.UnknownKind.self)?.kind ?? "")
        case WidgetsInterface.UnknownWidget.name:
            let text = members(WidgetsInterface.UnknownWidget.self)?.widget ?? ""
            guard let widget = WidgetIdentifier(text) else { fallthrough }
            self = .unknownWidget(widget)
        default:
            let text = String(decoding: parameters, as: UTF8.self)
            self = .refused(method: method, error: text == "{}" ? error : "\(error) \(text)")
        }
    }

    /// Whether the service would have taken another timeline.
    var isAboutTimeline: Bool {
        if case .invalidTimeline = self { true } else { false }
    }

    /// Whether a service that was there before may be back later.
    var mayPass: Bool {
        switch self {
        case .cannotConnect, .disconnected: true
        default: false
        }
    }
}
