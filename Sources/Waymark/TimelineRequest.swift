import FoundationEssentials
import LocationModel
import Varlink
import WaymarkInterfaces

/// A request for one timeline, to be answered once.
public struct TimelineRequest: Sendable {
    /// The context in which the timeline is made.
    public let context: TimelineProviderContext

    /// The session that the request belongs to.
    public let session: ProviderSession

    private let identifier: String

    init(_ reload: WidgetsInterface.Reload, in session: ProviderSession) throws(ClientError) {
        context = try TimelineProviderContext(reload)
        self.session = session
        identifier = reload.request
    }

    /// Answers with a timeline, which survives a crash of the service once this returns.
    ///
    /// - Throws: `ClientError`. After `ClientError.notEncodable` or `ClientError.tooLong` the request still waits for an answer;
    ///   `ServiceRefusal.requestOver` and `ServiceRefusal.unknownSession` mean that it needs none any more.
    public func deliver<Entry>(_ timeline: Timeline<Entry>) async throws(ClientError) {
        _ = try await session.calls.call(
            WidgetsInterface.DeliverTimeline(timeline, session: session.identifier, request: identifier)
        )
    }

    /// Answers that no timeline can be made; the widget keeps the last good one.
    ///
    /// - Parameter message: The problem, for the person who reads `waymarkctl explain`; the first 1000
    ///   characters count.
    /// - Returns: The time that the service waits before it asks again.
    /// - Throws: `ClientError`: `ServiceRefusal.requestOver` and `ServiceRefusal.unknownSession` mean that the request
    ///   needs no answer any more.
    @discardableResult
    public func fail(_ message: String) async throws(ClientError) -> Duration {
        let reply = try await session.calls.call(
            WidgetsInterface.FailTimeline(
                session: session.identifier,
                request: identifier,
                message: String(message.prefix(Self.messageLimit))
            )
        )
        return Duration(clamping: reply.retryAfterSeconds)
    }

    /// The most characters of a message; a longer one, with a large value for example, might not fit.
    private static let messageLimit = 1000
}

/// A request for the look of a kind in a gallery, to be answered once, within two seconds.
public struct SnapshotRequest: Sendable {
    /// The context: a preview, of no widget and without a location.
    public let context: TimelineProviderContext

    /// The session that the request belongs to.
    public let session: ProviderSession

    private let identifier: String

    init(_ snapshot: WidgetsInterface.Snapshot, in session: ProviderSession) throws(ClientError) {
        context = TimelineProviderContext(
            previewOf: snapshot.kind,
            family: snapshot.family,
            configuration: try ConfigurationValues(received: snapshot.configuration),
            deadline: try Date(snapshot.deadline).orViolation("the deadline '\(snapshot.deadline)'")
        )
        self.session = session
        identifier = snapshot.request
    }

    /// Answers with an entry made of sample data.
    ///
    /// - Parameter entry: The entry, whose date does not count; `nil` if there is none, which shows the placeholder.
    /// - Throws: `ClientError`: `ClientError.notEncodable` if the entry cannot be sent,
    ///   `ServiceRefusal.requestOver` and `ServiceRefusal.unknownSession` if nobody waits for it any more.
    public func deliver(_ entry: (some TimelineEntry)?) async throws(ClientError) {
        var content: RawJSON?
        if let entry { content = try Waymark.content(of: entry, at: 0) }
        try await deliver(content: content)
    }

    func deliver(content: RawJSON?) async throws(ClientError) {
        _ = try await session.calls.call(
            WidgetsInterface.DeliverSnapshot(
                session: session.identifier,
                request: identifier,
                content: content
            )
        )
    }
}

extension ConfigurationValues {
    fileprivate init(received json: RawJSON) throws(ClientError) {
        do throws(ConfigurationMistake) {
            self = try ConfigurationValues(json.object)
        } catch { throw .protocolViolation("a request with the configuration \(json.text)") }
    }
}

extension TimelineProviderContext {
    init(
        previewOf kind: String,
        family: WidgetFamily = .small,
        configuration: ConfigurationValues = ConfigurationValues(),
        deadline: Date
    ) {
        self.init(
            widget: WidgetIdentifier(0),
            kind: kind,
            family: family,
            configuration: configuration,
            reason: .placed,
            deadline: deadline,
            isAuthorizedForWidgetUpdates: false,
            location: .notWanted,
            isPreview: true
        )
    }

    fileprivate init(_ reload: WidgetsInterface.Reload) throws(ClientError) {
        self.init(
            widget: try WidgetIdentifier(reload.widget).orViolation("the widget '\(reload.widget)'"),
            kind: reload.kind,
            family: reload.family,
            configuration: try ConfigurationValues(received: reload.configuration),
            reason: reload.reason,
            deadline: try Date(reload.deadline).orViolation("the deadline '\(reload.deadline)'"),
            isAuthorizedForWidgetUpdates: reload.isAuthorizedForWidgetUpdates,
            location: try LocationAnswer(reload),
            unknownLocation: reload.unknownLocation
        )
    }
}

extension LocationAnswer {
    fileprivate init(_ reload: WidgetsInterface.Reload) throws(ClientError) {
        switch (reload.location, reload.locationAbsence) {
        case (let location?, nil): self = .location(location)
        case (nil, .notWanted): self = .notWanted
        case (nil, .unauthorized): self = .unauthorized
        case (nil, .pausedByPerson): self = .notAvailable(.pausedByPerson)
        case (nil, .insufficientlyInUse): self = .notAvailable(.insufficientlyInUse)
        case (nil, .locationUnknown): self = .notAvailable(.locationUnknown)
        default: throw .protocolViolation("a reload with both a location and why there is none, or neither")
        }
    }
}
