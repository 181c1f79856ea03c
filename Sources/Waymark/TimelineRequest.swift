import WaymarkInterfaces

/// One request for a timeline, to be answered once.
public struct TimelineRequest: Sendable {
    /// What it is to be made from.
    public let context: TimelineProviderContext

    /// The session in which the answer counts.
    public let session: ProviderSession

    private let identifier: String

    init(_ reload: WidgetsInterface.Reload, in session: ProviderSession) throws(ClientError) {
        context = try TimelineProviderContext(reload)
        self.session = session
        identifier = reload.request
    }

    /// Answers with a timeline, which survives a crash of the service once this returns.
    ///
    /// - Parameter timeline: What is to be shown.
    /// - Throws: ``ClientError``: ``ClientError/invalidTimeline(_:)`` leaves the request waiting for another
    ///   answer.
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

    /// Answers that no timeline can be made; the last good one stays.
    ///
    /// - Parameter message: What went wrong, for the person who reads `waymarkctl explain`.
    /// - Returns: After what time the service asks again.
    /// - Throws: ``ClientError``.
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

    /// A description that is longer, of a large value for example, would not pass the socket.
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
        self.init(
            widget: widget,
            kind: reload.kind,
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

extension Location {
    fileprivate init(_ location: WidgetsInterface.Location) throws(ClientError) {
        guard
            let coordinate = Coordinate(
                latitudeDegrees: location.latitudeDegrees,
                longitudeDegrees: location.longitudeDegrees
            )
        else { throw .protocolViolation("a location that is not on the globe") }
        self.init(
            coordinate: coordinate,
            age: .seconds(location.ageSeconds),
            time: location.time.flatMap { UTCInstant($0) },
            horizontalAccuracyMeters: location.horizontalAccuracyMeters,
            horizontalAccuracy95Meters: location.horizontalAccuracy95Meters,
            altitudeMeters: location.altitudeMeters,
            verticalAccuracyMeters: location.verticalAccuracyMeters,
            speedMetersPerSecond: location.speedMetersPerSecond,
            courseDegrees: location.courseDegrees
        )
    }
}
