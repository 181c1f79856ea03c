public import WaymarkInterfaces

/// An element of ``liveUpdates(_:for:on:)``: a location, the diagnostics that explain its absence, or both.
public struct LocationUpdate: Hashable, Sendable {
    /// The location; `nil` if there is none now.
    public let location: Location?

    /// The conditions that limit the updates now.
    public let diagnostics: Set<LiveDiagnostic>

    private let absence: LocationAbsence?

    /// The diagnostics in English; `nil` without any.
    public let text: String?

    /// The number of older updates that the service dropped because this app was slow.
    public let dropped: Int

    /// The evidence why no receiver gives a location, if ``diagnostics`` has `locationUnavailable`.
    public var unknownLocation: WidgetsInterface.UnknownLocation? {
        absence?.unknownLocation(text: text ?? "")
    }

    /// Whether the machine rests: this is the last update until it moves.
    public var isStationary: Bool { diagnostics.contains(.stationary) }

    init(_ reply: LocationInterface.FollowLocation.Reply) {
        location = reply.location
        diagnostics = Set(reply.diagnostics ?? [])
        text = reply.text
        absence = reply.absence
        dropped = reply.dropped ?? 0
    }
}

extension LocationUpdate {
    /// Follows the location.
    ///
    /// The first element comes at once: the present location, or the reason why there is none. The app is in use while an
    /// iteration lasts. If the person has not decided about the app yet, the service asks. Updates go on by themselves when
    /// the person agrees, a receiver comes back or the service restarts.
    ///
    /// ```swift
    /// for try await update in LocationUpdate.liveUpdates(for: "org.example.Weather") {
    ///     if let location = update.location {
    ///         print(location.coordinate.latitudeDegrees, location.coordinate.longitudeDegrees)
    ///     } else {
    ///         print("No location:", update.text ?? "")
    ///     }
    /// }
    /// ```
    ///
    /// Each iteration has a connection of its own, and ends when its task is cancelled. A slow app gets the
    /// newest location, with the number of those it missed.
    public static func liveUpdates(
        _ configuration: LiveConfiguration = LiveConfiguration(),
        for app: String = WaymarkService.defaultApp,
        on service: WaymarkService = WaymarkService()
    ) -> ServiceEvents<LocationUpdate> {
        service.updates(configuration.method(for: app), for: app) {
            $0.event == .keepAlive ? nil : LocationUpdate($0)
        }
    }

    /// Calls `tell` with each location, and once with each reason for its absence, as for delegates.
    ///
    /// Receivers need some seconds after a start. So it reports that they give no location only after 10 s,
    /// as long as a request for one location waits. It waits for a service that is away, and reports that
    /// once, unless the service only restarts. It returns when the task is cancelled, or after an error that
    /// makes going on pointless.
    package static func follow(
        _ configuration: LiveConfiguration,
        for app: String,
        on service: WaymarkService,
        _ tell: @escaping @Sendable (Result<Location, ClientError>) async -> Void
    ) async {
        var told: LocationInterface.AbsenceReason?
        var late: Task<Void, Never>?
        defer { late?.cancel() }
        await service.retrying { (error) in
            await tell(.failure(error))
        } _: { () throws(ClientError) in
            var losses = 0
            let stream = service.stream(
                configuration.method(for: app),
                for: app,
                lost: { (error, _) -> LocationUpdate? in
                    losses += 1
                    // A service that restarts is back at the first attempt.
                    guard losses == 2 else { return nil }
                    late?.cancel()
                    told = nil
                    await tell(.failure(error))
                    return nil
                },
                decode: { $0.event == .keepAlive ? nil : LocationUpdate($0) }
            )
            while let update = try await stream.next() {
                losses = 0
                if let location = update.location {
                    late?.cancel()
                    told = nil
                    await tell(.success(location))
                } else if let absence = update.toldAbsence, absence.reason != told {
                    late?.cancel()
                    told = absence.reason
                    let failure = ClientError.noLocation(absence, text: update.text ?? "")
                    guard absence.reason == .locationUnknown else {
                        await tell(.failure(failure))
                        continue
                    }
                    late = Task {
                        guard (try? await Task.sleep(for: .seconds(10))) != nil else { return }
                        await tell(.failure(failure))
                    }
                }
            }
        }
    }

    /// The reason why there is no location; `nil` while the person has yet to decide.
    private var toldAbsence: LocationAbsence? {
        if let absence { return absence }
        let reason = LocationInterface.AbsenceReason(diagnostics)
        return reason.flatMap { $0 == .notDetermined ? nil : LocationAbsence(reason: $0) }
    }
}

extension LiveConfiguration {
    fileprivate func method(for app: String) -> LocationInterface.FollowLocation {
        LocationInterface.FollowLocation(
            app: app,
            desiredAccuracyMeters: desiredAccuracyMeters.flatMap { finite($0) },
            distanceFilterMeters: distanceFilterMeters.flatMap { finite($0) },
            minimumIntervalSeconds: minimumInterval?.inSeconds,
            activity: activity
        )
    }
}

/// Returns a limit that JSON can express: the greatest number for infinity, `nil` for other non-finite ones.
private func finite(_ limit: Double) -> Double? {
    if limit.isFinite { return limit }
    return limit > 0 ? .greatestFiniteMagnitude : nil
}

/// The demands of an app on ``LocationUpdate/liveUpdates(_:for:on:)``; lower ones let receivers save energy.
public struct LiveConfiguration: Hashable, Sendable {
    /// The radius in metres of the 68 % circle that suffices; `nil` for the best.
    public var desiredAccuracyMeters: Double?

    /// The least distance in metres between two locations; `nil` for any.
    public var distanceFilterMeters: Double?

    /// The least time between two locations; `nil` for any.
    public var minimumInterval: Duration?

    /// The activity for which the app follows the location; it decides how soon updates pause at rest.
    public var activity: LocationActivity

    /// Creates a configuration, by default one that wants every location.
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
