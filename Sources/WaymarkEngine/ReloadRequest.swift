package import LocationModel

/// A request for a timeline.
package struct ReloadRequest: Hashable, Sendable {
    /// The identifier used in the answer.
    package var request: RequestIdentifier

    /// The widget.
    package var widget: WidgetIdentifier

    /// Its kind.
    package var kind: WidgetKind

    /// Its family and complete configuration.
    package var setup: WidgetSetup

    /// The reason of the reload.
    package var reason: ReloadReason

    /// The wall-clock time after which the answer is too late.
    package var deadline: UTCInstant

    /// Whether the app's widgets may know the location at all.
    package var isAuthorizedForWidgetUpdates: Bool

    /// The location, or the reason for its absence.
    package var location: LocationAnswer

    /// Why no receiver has a fix, if that is the reason for the absence.
    package var unknownCause: UnknownLocationCause?
}
