// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Waymark

/// Keeps the app in use while it exists, although its windows may be hidden.
///
/// Create it while the app is in use. The settings and the access log show it while it lasts. An app whose
/// windows no host reports as hidden is in use without it.
public final class CLBackgroundActivitySession: Sendable {
    private let holding: Task<Void, Never>?

    public init() {
        let app = RunningApp.shared
        holding = app.refusalAsWidgets(of: "CLBackgroundActivitySession") == nil ? app.stayInUse() : nil
    }

    deinit { invalidate() }

    public func invalidate() { holding?.cancel() }
}
