import LocationModel
import Varlink
import WaymarkInterfaces
import WidgetConfigurations

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
    /// - Parameter timeline: The timeline.
    /// - Throws: ``ClientError``. After ``ClientError/invalidTimeline(_:)`` the request still waits for an answer;
    ///   ``ClientError/requestOver(_:)`` and ``ClientError/sessionOver`` mean that it needs none any more.
    public func deliver<Entry>(_ timeline: Timeline<Entry>) async throws(ClientError) {
        try await deliver(EncodedTimeline(timeline))
    }

    func deliver(_ timeline: EncodedTimeline) async throws(ClientError) {
        _ = try await session.call(
            WidgetsInterface.DeliverTimeline(
                session: session.identifier,
                request: identifier,
                entries: timeline.entries,
                policy: timeline.policy,
                after: timeline.after
            )
        )
    }

    /// Answers that no timeline can be made; the widget keeps the last good one.
    ///
    /// - Parameter message: What went wrong, for the person who reads `waymarkctl explain`; the first 1000 characters count.
    /// - Returns: How long the service waits before it asks again.
    /// - Throws: ``ClientError``: ``ClientError/requestOver(_:)`` and ``ClientError/sessionOver`` mean that the request
    ///   needs no answer any more.
    @discardableResult
    public func fail(_ message: String) async throws(ClientError) -> Duration {
        let reply = try await session.call(
            WidgetsInterface.FailTimeline(
                session: session.identifier,
                request: identifier,
                message: String(message.prefix(Self.messageLimit))
            )
        )
        return .seconds(reply.retryAfterSeconds)
    }

    /// A longer description, of a large value for example, might not fit into a message.
    private static let messageLimit = 1000
}

extension TimelineProviderContext {
    fileprivate init(_ reload: WidgetsInterface.Reload) throws(ClientError) {
        guard let widget = WidgetIdentifier(reload.widget) else {
            throw .protocolViolation("a reload of the widget '\(reload.widget)'")
        }
        guard let deadline = UTCInstant(reload.deadline) else {
            throw .protocolViolation("a reload with the deadline '\(reload.deadline)'")
        }
        let configuration: ConfigurationValues
        do throws(ConfigurationMistake) {
            configuration = try ConfigurationValues(reload.configuration.object)
        } catch { throw .protocolViolation("a reload with the configuration \(reload.configuration.text)") }
        self.init(
            widget: widget,
            kind: reload.kind,
            family: reload.family,
            configuration: configuration,
            reason: reload.reason,
            deadline: deadline,
            isAuthorizedForWidgetUpdates: reload.isAuthorizedForWidgetUpdates,
            location: try LocationAnswer(reload)
        )
    }
}

extension LocationAnswer {
    fileprivate init(_ reload: WidgetsInterface.Reload) throws(ClientError) {
        switch (reload.location, reload.locationAbsence) {
        case (let location?, nil): self = .location(try Location(location))
        case (nil, .notWanted): self = .notWanted
        case (nil, .unauthorized): self = .unauthorized
        case (nil, .insufficientlyInUse): self = .notAvailable(.insufficientlyInUse)
        case (nil, .locationUnknown): self = .notAvailable(.locationUnknown)
        case (nil, nil): throw .protocolViolation("a reload with neither a location nor why there is none")
        case (_?, _?): throw .protocolViolation("a reload with a location and why there is none")
        }
    }
}
