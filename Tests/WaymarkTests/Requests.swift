import LocationModel
import Varlink
import WaymarkInterfaces

extension WidgetsInterface.Reload {
    static func request(
        _ request: String,
        widget: String = "w1",
        isAuthorized: Bool = true,
        location: WidgetsInterface.Location? = nil,
        absence: WidgetsInterface.LocationAbsence? = nil
    ) -> Self {
        Self(
            request: request,
            widget: widget,
            kind: "where",
            family: .small,
            configuration: RawJSON(checked: "{}"),
            reason: .significantChange,
            deadline: "2024-04-28T03:00:30Z",
            isAuthorizedForWidgetUpdates: isAuthorized,
            location: location,
            locationAbsence: absence ?? (location == nil ? .notWanted : nil)
        )
    }
}

extension WidgetsInterface.Serve.Reply {
    static func reload(_ reload: WidgetsInterface.Reload) -> Self {
        Self(sequence: 2, event: .reload, reload: reload)
    }
}
