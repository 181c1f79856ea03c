public import LocationModel
public import WaymarkInterfaces

/// An element of ``WaymarkService/headingUpdates(for:filterDegrees:)``: a heading, or the diagnostics.
public struct HeadingUpdate: Hashable, Sendable {
    /// The direction in which a vehicle points, which may differ from its course; `nil` values are unknown.
    public typealias Heading = LocationInterface.Heading

    /// The heading; `nil` if there is none now.
    public let heading: Heading?

    /// The conditions that limit the updates now.
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
