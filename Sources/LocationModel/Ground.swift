/// What entitles a consumer to a location now.
package enum Ground: String, Hashable, Codable, Sendable, CaseIterable {
    case inView

    /// The widget was in view not longer ago than the in-use window.
    case inUseWindow
    case appInUse

    /// The app's windows are hidden, and it holds a background session.
    case backgroundSession

    /// The app may always know.
    case always

    /// The person clicked for it on a surface that shows the widget.
    case sharedOnce
}
