public import FoundationEssentials
public import LocationModel
import Varlink
import WaymarkInterfaces

/// A widget as a host shows it.
public struct ShownWidget: Hashable, Sendable, Identifiable {
    /// The state of a widget with regard to the location.
    public typealias Status = WidgetCondition

    /// A dated state of a widget.
    public struct Entry: Hashable, Sendable {
        /// The time from which it is shown.
        public let date: Date

        /// The content to show: a JSON object as the provider made it.
        public let json: String

        /// The conventional text of the contents; `nil` if they have none.
        public let text: String?

        /// The conventional further words of the contents; `nil` if they have none.
        public let detail: String?

        /// Returns the contents as a value of the host's own type.
        ///
        /// - Throws: `DecodingError` if the contents are others.
        public func contents<Value: Decodable>(as type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(json.utf8))
        }

        init(_ entry: HostInterface.Entry) throws(ClientError) {
            date = try Date(entry.date).orViolation("an entry without its date")
            json = entry.content.text
            let object = entry.content.object
            (text, detail) = (object["text"]?.text, object["detail"]?.text)
        }
    }

    /// The service's description of it.
    private let told: HostInterface.WidgetView

    /// The widget's identifier.
    public let id: WidgetIdentifier

    /// The identifier of its app.
    public var app: String { told.app }

    /// Its kind.
    public var kind: String { told.kind }

    /// The family in which to show it.
    public var family: WidgetFamily { told.family }

    /// The state with regard to the location.
    public var status: Status { told.status }

    /// The state to show now; `nil` without a timeline that may be shown.
    public let entry: Entry?

    /// The score of its provider that counts at this time and place, above 0, for comparison with this
    /// person's other widgets; `nil` if it is not relevant now.
    public var relevance: Double? { told.relevance }

    /// Whether it is not authorized, but a click of the person could give it a location with
    /// ``WidgetHost/shareOnce(_:exactly:)``.
    public var isShareable: Bool { told.shareable ?? false }

    /// The placeholder to show while there is no entry: a JSON object; `nil` if the kind has none.
    public var placeholder: String? { told.placeholder?.text }

    init(_ view: HostInterface.WidgetView) throws(ClientError) {
        id = try WidgetIdentifier(view.widget).orViolation("the widget '\(view.widget)'")
        told = view
        entry = try view.entry.map { (entry) throws(ClientError) in try Entry(entry) }
    }
}

/// An element of ``WidgetHost/updates(of:)``: the widgets of a host, or a change of them.
@nonexhaustive public enum HostUpdate: Hashable, Sendable {
    /// All widgets that the host shows: the first update, and again when the service was away.
    case widgets([ShownWidget])

    /// A widget has another state.
    case changed(ShownWidget)

    /// The content of a widget must be removed from everywhere at once: its app is no longer authorized for
    /// the location that it was made with.
    case withdrawn(ShownWidget)

    /// A widget is gone.
    case removed(WidgetIdentifier)

    /// The service went away; the host keeps showing its widgets until they come again.
    case disconnected(ClientError)
}
