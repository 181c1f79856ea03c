package import LocationModel

package struct WidgetView: Hashable, Sendable {
    package var widget: WidgetIdentifier
    package var kind: KindKey
    package var family: WidgetFamily
    package var status: WidgetCondition
    package var entry: TimelineEntry?

    /// Its relevance now, a figure above 0; `nil` if it is not relevant.
    package var relevance: Double?

    /// Whether a click of the person could give it the location, which it may not know otherwise.
    package var isShareable = false

    /// The content to show instead, with nothing personal in it: the text of a JSON object.
    ///
    /// There is none beside an entry.
    package var placeholder: String?
}

package enum HostEvent: Hashable, Sendable {
    /// The stream is open, with the first of the current widgets; `hasMore` says whether more follow.
    case session([WidgetView], hasMore: Bool)

    /// The next of the current widgets, asked for with ``Event/hostIsReady(_:)``.
    case widgets([WidgetView], hasMore: Bool)
    case widget(WidgetView)

    /// The content of a widget must be removed, because its app may no longer know the location it was made with.
    case withdrawn(WidgetView)
    case removed(WidgetIdentifier)
}

package struct WidgetStatus: Hashable, Sendable {
    package let widget: WidgetIdentifier
    package let kind: KindKey

    /// Its family and complete configuration.
    package let setup: WidgetSetup

    /// The key by which its host finds it again, if it was placed with one.
    package let hostKey: HostKey?
    package let use: WidgetUse

    package let pending: ReloadReason?
    package let timelineDeliveredAt: UTCInstant?

    /// The wait of its next reload; `nil` when it waits for nothing, or none is to be made.
    package let reloadWait: ReloadWait?
}
