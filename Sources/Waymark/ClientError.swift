import WaymarkInterfaces

/// A failure between an app, or its provider, and the service.
@nonexhaustive public enum ClientError: Error, Hashable, Sendable {
    /// A mistake in a timeline.
    @nonexhaustive public enum TimelineProblem: Hashable, Sendable {
        /// The timeline is encoded in this many bytes, more than 64 KiB.
        case tooLarge(bytes: Int)

        /// An entry, counted from 0, does not encode as a JSON object.
        case notEncodable(entry: Int, reason: String)
    }

    /// No service listens at the socket.
    case cannotConnect(path: String, reason: String)

    /// This user may not connect to the socket.
    case notPermitted(path: String)

    /// The service does not know the method: it is older than this library.
    case olderService(method: String)

    /// The service closed the connection, or did not answer in time.
    case disconnected(path: String)

    /// This user may not call the method.
    case permissionDenied(method: String)

    /// The system knows this program as another app; the value says how.
    case anotherApp(String)

    /// The program serves widgets, so it is not the app itself; the value says what to do.
    case servesWidgets(String)

    /// The name of an app or a kind is not valid.
    case invalidName(String)

    /// A provider declares no kind, or one kind twice.
    case invalidKinds(String)

    /// The session does not serve this kind, or the app has none of this name.
    case unknownKind(String)

    /// The app's manifest does not permit pushes, for this kind or, for the app's name, for any of its widgets.
    case notPushable(String)

    /// The session does not serve this widget, or there is none.
    case unknownWidget(WidgetIdentifier)

    /// The kind has no layout for the family.
    case unsupportedFamily(WidgetFamily, supported: [WidgetFamily])

    /// The kind does not accept the configuration; the value says which property is wrong, and what would be right.
    case invalidConfiguration(String)

    /// The request no longer waits for an answer.
    case requestOver(RequestEnd)

    /// The app's manifest lacks this key, which says why the app wants the location; the person is not asked.
    ///
    /// The key is empty if the service knows no manifest of the app.
    case missingPurpose(app: String, key: String)

    /// The app's manifest has these mistakes, each with its line; the service does not use it.
    case badManifest(mistakes: [String])

    /// The user has as much of something as one user may have; the value says of what, and what to do.
    case quotaExceeded(String)

    /// The area cannot be monitored; the value says what is wrong with it, and where.
    case unsupportedCondition(String)

    /// The session of the request has ended.
    case sessionOver

    /// The timeline has a mistake; its request still waits for an answer.
    case invalidTimeline(TimelineProblem)

    /// There is no location for the app.
    case noLocation(LocationAbsence)

    /// The service has receivers, and simulates no location.
    case notSimulated

    /// The task that waited for the location was cancelled.
    case cancelled

    /// The service answered with an error that has no case here.
    case refused(method: String, error: String)

    /// The service sent something that the protocol does not allow.
    case protocolViolation(String)

    /// The system cannot make a thread or a descriptor.
    case outOfResources(String)
}

extension ClientError: CustomStringConvertible {
    /// What failed, on what, and what to do.
    public var description: String {
        switch self {
        case .cannotConnect(let path, let reason):
            "cannot connect to \(path): \(reason); is waymarkd running? WAYMARK_SOCKET names another socket"
        case .notPermitted(let path):
            "this user may not connect to \(path): its owner decides who may, by the mode of the socket and its folder"
        case .olderService(let method):
            "the service does not know \(method): it is older than this program; upgrade it, or restart it after an upgrade"
        case .disconnected(let path): "the service closed the connection to \(path)"
        case .permissionDenied(let method): "\(method): permission denied: it is not for this user to call"
        case .invalidName(let name):
            "'\(name)' is not a name: use 1 to 255 ASCII letters, digits, '.', '-' and '_', "
                + "beginning with a letter or digit"
        case .anotherApp(let reason), .servesWidgets(let reason): reason
        case .invalidKinds(let problem): problem
        case .unknownKind(let kind):
            "nobody has declared the kind '\(kind)': run a provider that serves it, or register a manifest that names it"
        case .notPushable(let name):
            "a push may not reload the widgets of '\(name)': their manifest does not say Pushable=yes"
        case .unknownWidget(let widget): "there is no widget \(widget), or it is another's"
        case .unsupportedFamily(let family, let supported):
            "the kind has no layout for the family \(family.rawValue), only for "
                + supported.map(\.rawValue).joined(separator: ", ")
        case .invalidConfiguration(let reason): reason
        case .requestOver(.answered): "the request has been answered before"
        case .requestOver(.late): "the request was answered after its deadline: the service will ask again"
        case .requestOver(.removed): "the widget of the request was removed"
        case .requestOver(.unknown): "the request does not belong to this session"
        case .missingPurpose(let app, let key):
            "nobody is asked: the manifest of \(app) does not say what it wants the location for"
                + (key.isEmpty ? "" : "; write '\(key)'")
        case .badManifest(let mistakes):
            "the app's manifest has mistakes: \(mistakes.joined(separator: "; "))"
        case .quotaExceeded(let reason), .unsupportedCondition(let reason): reason
        case .sessionOver: "the session of the request is over: the service asks again in the next one"
        case .invalidTimeline(let problem): "invalid timeline: \(problem)"
        case .noLocation(let absence): "no location: \(absence.text)\(absence.advice.map { "; \($0)" } ?? "")"
        case .notSimulated:
            "the service has real receivers: simulate on one that was started with 'waymarkd --simulated'"
        case .cancelled: "the request for the location was cancelled"
        case .refused(let method, let error): "\(method): the service answered \(error)"
        case .protocolViolation(let problem): "the service broke the protocol: \(problem)"
        case .outOfResources(let problem): problem
        }
    }
}

extension ClientError.TimelineProblem: CustomStringConvertible {
    /// The mistake in English.
    public var description: String {
        switch self {
        case .tooLarge(let bytes): "\(bytes) bytes encoded; \(TimelineLimits.bytes) are allowed"
        case .notEncodable(let entry, let reason): "entry \(entry) is no JSON object: \(reason)"
        }
    }
}

extension ClientError {
    init(_ error: ServiceError) {
        switch error {
        case .cannotConnect(let path, let reason): self = .cannotConnect(path: path, reason: reason)
        case .notPermitted(let path): self = .notPermitted(path: path)
        case .disconnected(let path), .closedUnanswered(let path), .timedOut(let path):
            self = .disconnected(path: path)
        case .notAReply(_, let problem): self = .protocolViolation(problem)
        case .malformedReply: self = .protocolViolation(error.description)
        case .system(_, let problem): self = .outOfResources(problem)
        case .refused(let refused): self.init(refused)
        // Nothing else that this library sends can be that long.
        case .tooLong(let bytes, _): self = .invalidTimeline(.tooLarge(bytes: bytes))
        }
    }

    private init(_ refused: RefusedCall) {
        func text(_ name: String) -> String { refused.text(name) ?? "" }
        if refused.isOfOlderVersion {
            self = .olderService(method: refused.method)
            return
        }
        switch refused.error {
        case "org.varlink.service.PermissionDenied": self = .permissionDenied(method: refused.method)
        case WidgetsInterface.UnknownSession.name, LocationInterface.UnknownSession.name: self = .sessionOver
        case WidgetsInterface.RequestOver.name:
            self = .requestOver(RequestEnd(rawValue: text("why")) ?? .unknown)
        case WidgetsInterface.AppMismatch.name, LocationInterface.AppMismatch.name,
            MonitorInterface.AppMismatch.name:
            self = .anotherApp(refused.text("reason") ?? refused.error)
        case LocationInterface.ServesWidgets.name, MonitorInterface.ServesWidgets.name:
            self = .servesWidgets(text("reason"))
        case WidgetsInterface.QuotaExceeded.name, LocationInterface.QuotaExceeded.name,
            SettingsInterface.QuotaExceeded.name, HostInterface.QuotaExceeded.name,
            MonitorInterface.QuotaExceeded.name:
            self = .quotaExceeded(refused.text("reason") ?? "too many \(text("quota"))")
        case MonitorInterface.ConditionUnsupported.name: self = .unsupportedCondition(text("reason"))
        case LocationInterface.MissingPurpose.name:
            self = .missingPurpose(app: text("app"), key: text("key"))
        case SettingsInterface.BadManifest.name:
            let manifest = refused.evidence(of: SettingsInterface.BadManifest.self)
            self = .badManifest(mistakes: manifest?.mistakes ?? [])
        case WidgetsInterface.UnknownKind.name, HostInterface.UnknownKind.name:
            self = .unknownKind(text("kind"))
        case WidgetsInterface.NotPushable.name:
            self = .notPushable(refused.text("kind") ?? text("app"))
        case HostInterface.UnsupportedFamily.name:
            let refusal = refused.evidence(of: HostInterface.UnsupportedFamily.self)
            self =
                refusal.map { .unsupportedFamily($0.family, supported: $0.families) }
                ?? .refused(method: refused.method, error: "\(refused)")
        case SimulationInterface.NotSimulated.name: self = .notSimulated
        case HostInterface.InvalidConfiguration.name: self = .invalidConfiguration(text("reason"))
        case WidgetsInterface.UnknownWidget.name, HostInterface.UnknownWidget.name:
            guard let widget = WidgetIdentifier(text("widget")) else { fallthrough }
            self = .unknownWidget(widget)
        default: self = .refused(method: refused.method, error: "\(refused)")
        }
    }

    /// Whether the service is away and may be there later.
    package var mayPass: Bool {
        switch self {
        case .cannotConnect, .disconnected: true
        default: false
        }
    }
}
