/// What can go wrong between an app, or its provider, and the service.
@nonexhaustive public enum ClientError: Error, Hashable, Sendable {
    /// What is wrong with a timeline that the service would not take.
    @nonexhaustive public enum TimelineProblem: Hashable, Sendable {
        /// It has no entries.
        case noEntries

        /// It has this many entries, more than 256.
        case tooManyEntries(Int)

        /// It is this many bytes long when encoded, more than 64 KiB.
        case tooLarge(bytes: Int)

        /// An entry does not encode as a JSON object.
        case notEncodable(entry: Int, reason: String)
    }

    /// Nobody answers at the socket.
    case cannotConnect(path: String, reason: String)

    /// The service closed the connection.
    case disconnected(path: String)

    /// This user may not do that.
    case permissionDenied(method: String)

    /// The system says that this program is another app than it says itself.
    case anotherApp(String)

    /// An app or a kind has a name that is none.
    case invalidName(String)

    /// A provider was declared without a kind, or with one kind twice.
    case invalidKinds(String)

    /// The session serves no such kind.
    case unknownKind(String)

    /// The session serves no such widget.
    case unknownWidget(WidgetIdentifier)

    /// The request is not waiting for an answer.
    case requestOver(RequestEnd)

    /// The app's manifest does not say what it wants the location for: it lacks this key, so nobody is asked.
    ///
    /// The key is empty where the service knows no manifest of the app at all.
    case missingPurpose(app: String, key: String)

    /// The app's manifest has mistakes, each told with its line, and the service would not take it.
    case badManifest(mistakes: [String])

    /// The stream that the request came from has ended.
    case sessionOver

    /// The service would not take the timeline.
    case invalidTimeline(TimelineProblem)

    /// The service answered with an error that this library has no case for.
    case refused(method: String, error: String)

    /// The service said something that the protocol does not allow.
    case protocolViolation(String)

    /// The system has no thread or descriptor left.
    case outOfResources(String)
}

extension ClientError: CustomStringConvertible {
    /// What failed, on what, and what to do.
    public var description: String {
        switch self {
        case .cannotConnect(let path, let reason):
            "cannot connect to \(path): \(reason); is waymarkd running? WAYMARK_SOCKET names another socket"
        case .disconnected(let path): "the service closed the connection to \(path)"
        case .permissionDenied(let method): "\(method): permission denied: it is not for this user to call"
        case .invalidName(let name):
            "'\(name)' is not a name: use 1 to 255 ASCII letters, digits, '.', '-' and '_', "
                + "beginning with a letter or digit"
        case .anotherApp(let reason): reason
        case .invalidKinds(let problem): problem
        case .unknownKind(let kind): "this session does not serve the kind '\(kind)': declare it first"
        case .unknownWidget(let widget): "this session serves no widget \(widget)"
        case .requestOver(.answered): "the request has been answered before"
        case .requestOver(.late): "the request was answered after its deadline: the service will ask again"
        case .requestOver(.removed): "the widget of the request was removed"
        case .requestOver(.unknown): "the request does not belong to this session"
        case .missingPurpose(let app, let key):
            "nobody is asked: the manifest of \(app) does not say what it wants the location for"
                + (key.isEmpty ? "" : "; write '\(key)'")
        case .badManifest(let mistakes):
            "the app's manifest has mistakes: \(mistakes.joined(separator: "; "))"
        case .sessionOver: "the session of the request is over: the service asks again in the next one"
        case .invalidTimeline(let problem): "invalid timeline: \(problem)"
        case .refused(let method, let error): "\(method): the service answered \(error)"
        case .protocolViolation(let problem): "the service broke the protocol: \(problem)"
        case .outOfResources(let problem): problem
        }
    }
}

extension ClientError.TimelineProblem: CustomStringConvertible {
    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .noEntries: "it has no entries"
        case .tooManyEntries(let count): "\(count) entries; \(TimelineLimits.entries) are allowed"
        case .tooLarge(let bytes): "\(bytes) bytes encoded; \(TimelineLimits.bytes) are allowed"
        case .notEncodable(let entry, let reason): "entry \(entry) is no JSON object: \(reason)"
        }
    }
}
