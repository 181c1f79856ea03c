import LocationModel
import TestSupport
import Waymark
import WaymarkInterfaces

extension DaemonProcess {
    /// Calls a method on a connection of its own.
    @discardableResult
    func call<Parameters: MethodParameters>(_ parameters: Parameters) throws -> Parameters.Reply {
        try ServiceConnection(to: socketPath).call(parameters).value
    }

    func authorize(
        _ app: String,
        _ status: SettingsInterface.AuthorizationChoice? = nil,
        widgets: WidgetGrant? = nil,
        accuracy: SettingsInterface.AccuracyAuthorization? = nil
    ) throws {
        try call(SettingsInterface.Authorize(app: app, status: status, widgets: widgets, accuracy: accuracy))
    }
}
