package import LocationModel

/// A widget as a host shows it.
package struct WidgetView: Hashable, Sendable {
    /// How a widget stands with the location.
    package enum Status: String, Hashable, Sendable {
        /// Its kind does not want a location.
        case ready

        /// It was last made with a location.
        case fix

        /// It has no timeline yet.
        case waiting

        /// It may not know the location.
        case denied

        /// It may, but there was none.
        case unavailable
    }

    /// The widget.
    package var widget: WidgetIdentifier

    /// Its kind.
    package var kind: KindKey

    /// How it stands.
    package var status: Status

    /// What to show now.
    package var entry: TimelineEntry?
}
