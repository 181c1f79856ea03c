package import LocationModel

/// A widget as a host shows it.
package struct WidgetView: Hashable, Sendable {
    /// The widget.
    package var widget: WidgetIdentifier

    /// Its kind.
    package var kind: KindKey

    /// Its family.
    package var family: WidgetFamily

    /// Its condition.
    package var status: WidgetCondition

    /// The entry to show now.
    package var entry: TimelineEntry?

    /// The content to show instead, of no person: the text of a JSON object.
    ///
    /// There is none beside an entry.
    package var placeholder: String?
}
