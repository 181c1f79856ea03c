public import LocationModel
import WaymarkInterfaces

/// Whether this machine can give apps a feature: its equipment, not the person's permission.
public struct FeatureAvailability: Hashable, Sendable {
    /// What keeps the machine from giving something, or from knowing whether it can.
    @nonexhaustive public enum Obstacle: String, Hashable, Sendable {
        /// No receiver is configured.
        case noReceiver

        /// No receiver can be reached.
        case receiversUnreachable

        /// No receiver has been reached yet, or not when it was last tried: nobody needs one now.
        case receiversUntried

        /// The machine knows only the place that its owner stated.
        case placeIsStated

        /// No receiver has given a heading since the service started.
        case noHeading

        /// The compasses give only the heading from true north.
        case noMagneticHeading

        /// No program that listens for beacons runs.
        case noBeaconProgram

        /// The program that listens for beacons finds no Bluetooth adapter that is on.
        case bluetoothUnavailable
    }

    /// The feature.
    public let feature: LocationFeature

    /// Whether the machine can give it now.
    public let availability: Availability

    /// What prevents it; `nil` if nothing does, or something that this library does not know.
    public let obstacle: Obstacle?

    /// The obstacle in English; `nil` without any.
    public let text: String?
}

extension WaymarkService {
    /// Returns what this machine can give apps now: its equipment, not the person's permission.
    ///
    /// The location is `unknown` until a receiver has been reached, because receivers are off while nobody needs them. The
    /// heading is until a receiver has given one, or receivers have been on for a minute without.
    ///
    /// ```swift
    /// let heading = try await WaymarkService().availability().first { $0.feature == .heading }
    /// if heading?.availability == .unavailable { compass.isHidden = true }
    /// ```
    ///
    /// - Returns: All features that the service knows.
    /// - Throws: ``ClientError``: ``ClientError/cannotConnect(path:reason:)`` if the service does not run.
    public func availability() async throws(ClientError) -> [FeatureAvailability] {
        try await call(LocationInterface.GetAvailability()).features.map {
            FeatureAvailability(
                feature: $0.feature,
                availability: $0.availability,
                obstacle: $0.obstacle.flatMap { FeatureAvailability.Obstacle(rawValue: $0.rawValue) },
                text: $0.text
            )
        }
    }
}
