package import LocationModel

/// The types of `io.waymark.Widgets`, whose description says what each means.
package enum WidgetsInterface: NamedInterface {
    package static let name = "io.waymark.Widgets"

    /// A kind of widget, as its provider declares it.
    package struct KindDeclaration: Codable, Hashable, Sendable {
        /// Its name, unique within the app: ASCII letters, digits, ".", "-" and "_".
        package var kind: String

        /// Whether its timelines depend on the location.
        package var wantsLocation: Bool

        /// Creates a value of its members.
        package init(kind: String, wantsLocation: Bool) {
            self.kind = kind
            self.wantsLocation = wantsLocation
        }
    }

    /// The app's authorization, complete.
    package struct Authorization: Codable, Hashable, Sendable {
        /// About the app.
        package var status: AuthorizationStatus

        /// How exactly it may know; means nothing unless it may know.
        package var accuracy: AccuracyAuthorization

        /// About its widgets.
        package var widgets: WidgetGrant

        /// Whether its widgets may know the location: always, or when in use and granted to widgets.
        package var isAuthorizedForWidgetUpdates: Bool

        /// Creates a value of its members.
        package init(
            status: AuthorizationStatus,
            accuracy: AccuracyAuthorization,
            widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool
        ) {
            self.status = status
            self.accuracy = accuracy
            self.widgets = widgets
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
        }
    }

    /// One dated state of a widget.
    package struct Entry: Codable, Hashable, Sendable {
        /// From when on it is to be shown, RFC 3339.
        package var date: String

        /// What to show.
        ///
        /// The service hands it to hosts unread; by convention text, detail, alt, class, percentage.
        package var content: JSONValue

        /// Creates a value of its members.
        package init(date: String, content: JSONValue) {
            self.date = date
            self.content = content
        }
    }

    /// When to ask for the next timeline.
    package enum ReloadPolicy: String, Codable, Hashable, Sendable, CaseIterable {
        /// Once the last entry is due.
        case atEnd

        /// At the date given beside it.
        case after

        /// Not by the clock.
        ///
        /// A significant change of location reloads all the same.
        case never
    }
}
