package import LocationModel

/// A request for a timeline.
package struct ReloadRequest: Hashable, Sendable {
    /// Names the request in the answer.
    package var request: RequestIdentifier

    /// The widget.
    package var widget: WidgetIdentifier

    /// Its kind.
    package var kind: WidgetKind

    /// Why now.
    package var reason: ReloadReason

    /// When the answer is too late, on the wall clock.
    package var deadline: UTCInstant

    /// Whether the app's widgets may know the location at all.
    package var isAuthorizedForWidgetUpdates: Bool

    /// The location, or why there is none.
    package var location: LocationAnswer
}
