/// What makes the timelines of a kind of widget.
///
/// The service asks when there is a reason to: the widget was placed, the machine moved, the person changed what
/// the app may know, the last timeline ran out. Return what is to be shown from now on, and when to be asked next:
///
/// ```swift
/// struct WhereAmI: TimelineProvider {
///     struct Entry: TimelineEntry {
///         let date: UTCInstant
///         let text: String
///     }
///
///     func timeline(in context: Context) async -> Timeline<Entry> {
///         let text =
///             switch context.location {
///             case .location(let place): "\(place.coordinate.latitudeDegrees)° north"
///             case .unauthorized: "not allowed to know"
///             case .notAvailable: "do not know"
///             case .notWanted: ""
///             }
///         return Timeline(entries: [Entry(date: .now, text: text)], policy: .never)
///     }
/// }
/// ```
public protocol TimelineProvider: Sendable {
    /// One dated state of the widget.
    associatedtype Entry: TimelineEntry

    /// What a timeline is made from.
    typealias Context = TimelineProviderContext

    /// Makes a timeline.
    ///
    /// Requests for different widgets may run at the same time. When a newer request for the same widget
    /// arrives, the task of the older is cancelled.
    ///
    /// - Parameter context: The widget, why it is asked now, and the location if it may be known.
    /// - Returns: What is to be shown, at least one entry.
    /// - Throws: Anything: the service keeps the last good timeline, records the error's description, and asks
    ///   again later.
    func timeline(in context: Context) async throws -> Timeline<Entry>
}

/// What a timeline is made from.
public struct TimelineProviderContext: Hashable, Sendable {
    /// The widget.
    public let widget: WidgetIdentifier

    /// Its kind.
    public let kind: String

    /// Why it is asked now.
    public let reason: ReloadReason

    /// When the answer is too late, on the service's wall clock.
    public let deadline: UTCInstant

    /// Whether the app's widgets may know the location at all.
    public let isAuthorizedForWidgetUpdates: Bool

    /// The location, or why there is none.
    public let location: LocationAnswer

    /// Creates a context, for tests of a provider.
    public init(
        widget: WidgetIdentifier,
        kind: String,
        reason: ReloadReason,
        deadline: UTCInstant,
        isAuthorizedForWidgetUpdates: Bool,
        location: LocationAnswer
    ) {
        self.widget = widget
        self.kind = kind
        self.reason = reason
        self.deadline = deadline
        self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
        self.location = location
    }
}
