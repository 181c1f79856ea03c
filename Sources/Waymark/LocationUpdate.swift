import WaymarkInterfaces

/// An element of ``WaymarkService/liveUpdates(for:_:)``: a location, or what explains its absence, or both.
public struct LocationUpdate: Hashable, Sendable {
    /// The location.
    public let location: Location?

    /// What limits the updates now.
    public let diagnostics: Set<LiveDiagnostic>

    /// Why no receiver gives a location, if ``diagnostics`` has `locationUnavailable`.
    public let absence: LocationAbsence?

    /// The diagnostics in English; `nil` without any.
    public let text: String?

    /// The number of older updates that the service dropped because this app was slow.
    public let dropped: Int

    /// Whether the machine rests: this is the last update until it moves.
    public var isStationary: Bool { diagnostics.contains(.stationary) }

    init(_ reply: LocationInterface.FollowLocation.Reply) throws(ClientError) {
        if let given = reply.location { location = try Location(given) } else { location = nil }
        diagnostics = Set(reply.diagnostics ?? [])
        text = reply.text
        if let given = reply.absence {
            absence = try LocationAbsence(given, text: reply.text ?? "")
        } else {
            absence = nil
        }
        dropped = reply.dropped ?? 0
    }
}

/// What an app wants of ``WaymarkService/liveUpdates(for:_:)``; less lets receivers save energy.
public struct LiveConfiguration: Hashable, Sendable {
    /// The radius in metres of the 68 % circle that suffices; `nil` for the best.
    public var desiredAccuracyMeters: Double?

    /// The distance in metres from the last location at which the next is told; `nil` for any.
    public var distanceFilterMeters: Double?

    /// The least time between two locations; `nil` for any.
    public var minimumInterval: Duration?

    /// What the app follows the location for, which decides how soon updates pause at rest.
    public var activity: LocationActivity

    /// Creates a configuration, by default one that wants every location.
    ///
    /// - Parameters:
    ///   - desiredAccuracyMeters: The radius of the 68 % circle that suffices.
    ///   - distanceFilterMeters: The distance from the last location at which the next is told.
    ///   - minimumInterval: The least time between two locations.
    ///   - activity: What the app follows the location for.
    public init(
        desiredAccuracyMeters: Double? = nil,
        distanceFilterMeters: Double? = nil,
        minimumInterval: Duration? = nil,
        activity: LocationActivity = .other
    ) {
        self.desiredAccuracyMeters = desiredAccuracyMeters
        self.distanceFilterMeters = distanceFilterMeters
        self.minimumInterval = minimumInterval
        self.activity = activity
    }
}

/// The stream of an app's locations.
struct UpdateSource: EventSource {
    let service: WaymarkService
    let app: String
    let configuration: LiveConfiguration

    var method: LocationInterface.FollowLocation {
        .init(
            app: app,
            desiredAccuracyMeters: configuration.desiredAccuracyMeters,
            distanceFilterMeters: configuration.distanceFilterMeters,
            minimumIntervalSeconds: configuration.minimumInterval?.inSeconds,
            activity: configuration.activity
        )
    }

    func open() async throws(ClientError) -> OpenStream<LocationUpdate> {
        try await service.openStream(of: app, method, named: "waymark-live") {
            (reply) throws(ClientError) in try LocationUpdate(reply)
        }
    }

    func event(
        in reply: LocationInterface.FollowLocation.Reply,
        of session: LocationUpdate
    ) throws(ClientError) -> LocationUpdate? {
        reply.event == .keepAlive ? nil : try LocationUpdate(reply)
    }
}
