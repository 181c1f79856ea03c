/// The code that makes the timelines of a kind of widget.
///
/// The service asks for a timeline when there is a reason: the widget was placed, the machine moved, the person changed the
/// app's authorization, or the last timeline ended. Return what the widget shows from now on, and when to ask again:
///
/// ```swift
/// struct WhereAmI: TimelineProvider {
///     struct Entry: TimelineEntry {
///         let date: Date
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

    /// The context of a request.
    typealias Context = TimelineProviderContext

    /// Makes a timeline.
    ///
    /// Requests for different widgets may run at the same time. A newer request for the same widget cancels the task of
    /// the older one.
    ///
    /// - Parameter context: The widget, the reason of the request, and the location if the widget is
    ///   authorized.
    /// - Returns: A timeline. Without entries the widget shows nothing. Of more than 256 entries the first 256 are shown,
    ///   and the provider is asked again when the last of them is due.
    /// - Throws: Any error. The service gets its description at once, keeps the last good timeline, and asks
    ///   again later.
    func timeline(in context: Context) async throws -> Timeline<Entry>

    /// Returns the entry that hosts show while there is no other, for example before the first timeline.
    ///
    /// It is asked for once, when the provider starts. By default there is none.
    ///
    /// - Parameter context: A preview of the family `small`, without a configuration.
    /// - Returns: An entry without data of a person, or `nil` for none.
    func placeholder(in context: Context) -> Entry?

    /// Makes an entry of sample data for a gallery, within two seconds.
    ///
    /// By default it is the first entry of a timeline.
    ///
    /// - Parameter context: A preview: it has a family and a configuration, but concerns no widget and has no location.
    /// - Returns: The entry.
    /// - Throws: Any error. The gallery then shows the placeholder.
    func snapshot(in context: Context) async throws -> Entry
}

extension TimelineProvider {
    /// Returns no placeholder.
    public func placeholder(in context: Context) -> Entry? { nil }

    /// Returns the first entry of a timeline.
    public func snapshot(in context: Context) async throws -> Entry {
        guard let entry = try await timeline(in: context).entries.first else {
            throw NothingToShow()
        }
        return entry
    }
}

/// The reason why a timeline has no first entry.
private struct NothingToShow: Error {}
