package import LocationModel
package import WaymarkInterfaces

package protocol ServiceCaller {
    @discardableResult
    func call<Parameters: MethodParameters>(_ parameters: Parameters) throws -> Parameters.Reply
}

extension ServiceCaller {
    package func authorize(
        _ app: String,
        _ status: AuthorizationChoice? = nil,
        widgets: WidgetGrant? = nil,
        accuracy: AccuracyAuthorization? = nil
    ) throws {
        try call(SettingsInterface.Authorize(app: app, status: status, widgets: widgets, accuracy: accuracy))
    }
}
