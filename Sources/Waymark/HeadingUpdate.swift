public import LocationModel
import WaymarkInterfaces

/// An element of ``WaymarkService/headingUpdates(for:filterDegrees:)``: a heading, or what explains its absence.
public struct HeadingUpdate: Hashable, Sendable {
    /// The direction in which a vehicle points, which may differ from its course; what is `nil` is unknown.
    public struct Heading: Hashable, Sendable {
        /// The heading in degrees clockwise from true north.
        public let trueDegrees: Double?

        /// The heading in degrees clockwise from magnetic north.
        public let magneticDegrees: Double?

        /// The magnetic variation in degrees, positive to the east: true = magnetic + variation.
        public let variationDegrees: Double?

        /// Half the width in degrees of the interval that holds the true heading with a probability of 68 %.
        ///
        /// `nil` if the receiver does not state it, as nearly all compasses do not.
        public let accuracyDegrees: Double?

        /// What the compass says of itself, if it does.
        public let compass: CompassCondition?
    }

    /// The heading.
    public let heading: Heading?

    /// What limits the updates now.
    public let diagnostics: Set<LiveDiagnostic>

    /// The diagnostics in English; `nil` without any.
    public let text: String?

    /// The number of older updates that the service dropped because this app was slow.
    public let dropped: Int

    init(_ reply: LocationInterface.FollowHeading.Reply) {
        heading = reply.heading.map {
            Heading(
                trueDegrees: $0.trueDegrees,
                magneticDegrees: $0.magneticDegrees,
                variationDegrees: $0.variationDegrees,
                accuracyDegrees: $0.accuracyDegrees,
                compass: $0.compass
            )
        }
        diagnostics = Set(reply.diagnostics ?? [])
        text = reply.text
        dropped = reply.dropped ?? 0
    }
}

/// The stream of an app's headings.
struct HeadingSource: EventSource {
    let service: WaymarkService
    let app: String
    let filterDegrees: Double

    var method: LocationInterface.FollowHeading { .init(app: app, filterDegrees: filterDegrees) }

    func open() async throws(ClientError) -> OpenStream<HeadingUpdate> {
        try await service.openStream(of: app, method, named: "waymark-heading") {
            (reply) throws(ClientError) in HeadingUpdate(reply)
        }
    }

    func event(
        in reply: LocationInterface.FollowHeading.Reply,
        of session: HeadingUpdate
    ) throws(ClientError) -> HeadingUpdate? {
        reply.event == .keepAlive ? nil : HeadingUpdate(reply)
    }
}
