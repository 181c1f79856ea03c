/// The reason why a consumer is entitled to a location now.
package enum Ground: String, Hashable, Codable, Sendable, CaseIterable {
    case inView

    /// The widget was in view within the in-use window.
    case inUseWindow
    case appInUse

    /// The app's windows are hidden, and it holds a background session.
    case backgroundSession

    case always

    /// The person shared the location once, by a click on a surface that shows the widget.
    case sharedOnce
}
