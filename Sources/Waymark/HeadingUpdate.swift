public import LocationModel
public import WaymarkInterfaces

/// An element of ``WaymarkService/headingUpdates(for:filterDegrees:)``: a heading, or what explains its absence.
public struct HeadingUpdate: Hashable, Sendable {
    /// The direction in which a vehicle points, which may differ from its course; what is `nil` is unknown.
    public typealias Heading = LocationInterface.Heading

    /// The heading.
    public let heading: Heading?

    /// What limits the updates now.
    public let diagnostics: Set<LiveDiagnostic>

    /// The diagnostics in English; `nil` without any.
    public let text: String?

    /// The number of older updates that the service dropped because this app was slow.
    public let dropped: Int

    init(_ reply: LocationInterface.FollowHeading.Reply) {
        heading = reply.heading
        diagnostics = Set(reply.diagnostics ?? [])
        text = reply.text
        dropped = reply.dropped ?? 0
    }
}
