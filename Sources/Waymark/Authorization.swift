/// What the person decided about an app and its widgets.
public struct Authorization: Hashable, Sendable {
    /// About the app.
    public let status: AuthorizationStatus

    /// About its widgets.
    public let widgets: WidgetGrant

    /// Whether the widgets may know the location: always, or when in use and granted to widgets.
    public let isAuthorizedForWidgetUpdates: Bool
}
