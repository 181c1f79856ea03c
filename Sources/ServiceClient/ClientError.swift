import LocationModel
public import WaymarkInterfaces

/// A failure between a program and the service.
@nonexhaustive public enum ClientError: Error, Hashable, Sendable {
    /// No service listens at the socket.
    case cannotConnect(path: String, reason: String)

    /// This user may not connect to the socket.
    case notPermitted(path: String)

    /// The service closed the connection.
    case disconnected(path: String)

    /// The service closed the connection without any answer.
    case closedUnanswered(path: String)

    /// The service did not answer in time.
    case timedOut(path: String)
    case refused(ServiceRefusal, method: String)

    /// The service sent something that the protocol does not allow.
    case protocolViolation(String)

    /// The system cannot make a descriptor.
    case outOfResources(String)

    /// The call, with a timeline for example, is longer than one message may be.
    case tooLong(bytes: Int, limit: Int)

    /// An entry of a timeline, counted from 0, does not encode as a JSON object.
    case notEncodable(entry: Int, reason: String)

    /// The name of an app or a kind is not valid.
    case invalidName(String)

    /// A provider declares no kind, or one kind twice.
    case invalidKinds(String)

    /// There is no location for the app; the text says why in English.
    case noLocation(LocationInterface.LocationAbsence, text: String)
    case cancelled
}

extension ClientError: CustomStringConvertible {
    /// The error message: what failed, on what, and what to do.
    public var description: String {
        switch self {
        case .cannotConnect(let path, let reason):
            "cannot connect to \(path): \(reason); is waymarkd running? WAYMARK_SOCKET names another socket"
        case .notPermitted(let path):
            "this user may not connect to \(path): its owner decides who may, by the mode of the socket and its folder"
        case .disconnected(let path): "the service closed the connection to \(path)"
        case .closedUnanswered(let path):
            "the service closed the connection to \(path) without an answer: it could not start, has ended, or has as many "
                + "connections as it allows; 'systemctl status waymarkd' and its log say which"
        case .timedOut(let path): "the service at \(path) did not answer in time"
        case .refused(let refusal, let method):
            switch refusal {
            case .permissionDenied, .invalidParameter, .expectedMore, .expectedUpgrade, .other:
                "\(method): \(refusal)"
            default: "\(refusal)"
            }
        case .protocolViolation(let problem): "the service broke the protocol: \(problem)"
        case .outOfResources(let problem): problem
        case .tooLong(let bytes, let limit):
            "\(bytes) bytes are too long for a message, which may have \(limit)"
        case .notEncodable(let entry, let reason):
            "invalid timeline: entry \(entry) is no JSON object: \(reason)"
        case .invalidName(let name):
            "'\(name)' is not a name: use 1 to 255 ASCII letters, digits, '.', '-' and '_', "
                + "beginning with a letter or digit"
        case .invalidKinds(let problem): problem
        case .noLocation(let absence, let text):
            "no location: \(text)\(absence.advice.map { "; \($0)" } ?? "")"
        case .cancelled: "the request for the location was cancelled"
        }
    }
}

extension LocationInterface.LocationAbsence {
    /// The advice for this reason; `nil` if its text says enough.
    fileprivate var advice: String? {
        switch reason {
        case .notDetermined: "request authorization, or allow it with 'waymarkctl authorize'"
        case .denied: "the person can allow it with 'waymarkctl authorize'"
        case .servicesOff: "'waymarkctl services on' switches them on"
        case .insufficientlyInUse: "show a window of the app"
        case .serviceSessionRequired: "open a service session first"
        case .pausedByPerson: "'waymarkctl resume' ends that"
        case .restricted, .locationUnknown: nil
        }
    }
}

extension ClientError {
    /// Whether the service is away and may be there later.
    package var mayPass: Bool {
        switch self {
        case .cannotConnect, .disconnected, .closedUnanswered, .timedOut: true
        default: false
        }
    }

    /// The error that the service answered with; `nil` for another failure.
    package var refusal: ServiceRefusal? {
        if case .refused(let refusal, _) = self { refusal } else { nil }
    }
}
