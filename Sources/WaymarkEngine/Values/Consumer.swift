package import LocationModel

/// A recipient of locations: a widget, a call, a stream, or an app that monitors.
package enum Consumer: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    case widget(WidgetIdentifier)
    case request(LocationRequestIdentifier)
    case monitor(AppKey)

    /// A stream of an app's locations or headings.
    case follower(SessionIdentifier)

    /// The identifier of the widget, request or stream, or the name of the app.
    package var description: String {
        switch self {
        case .widget(let widget): widget.description
        case .request(let request): request.description
        case .monitor(let app): app.app.rawValue
        case .follower(let session): session.description
        }
    }

    package var widget: WidgetIdentifier? { if case .widget(let widget) = self { widget } else { nil } }

    package var request: LocationRequestIdentifier? {
        if case .request(let request) = self { request } else { nil }
    }

    package var follower: SessionIdentifier? {
        if case .follower(let session) = self { session } else { nil }
    }
}
