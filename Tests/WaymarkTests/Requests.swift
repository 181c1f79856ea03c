import LocationModel
import Varlink
import WaymarkInterfaces

extension WidgetsInterface.Reload {
    static func request(
        _ request: String,
        widget: String = "w1",
        isAuthorized: Bool = true,
        location: LocationInterface.Location? = nil,
        absence: LocationModel.WidgetAbsence? = nil
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

extension Reply {
    static func update(_ members: String) -> Self {
        .partial(RawJSON(checked: #"{"sequence":1,"event":"update",\#(members)}"#))
    }

    /// The members of an event, or of an answer, with a location.
    static func place(_ latitude: Int) -> String {
        #""location":{"latitudeDegrees":\#(latitude),"longitudeDegrees":13,"ageSeconds":0,"source":"receiver"}"#
    }
}

extension WidgetsInterface.Serve.Reply {
    static func reload(_ reload: WidgetsInterface.Reload) -> Self {
        Self(sequence: 2, event: .reload, reload: reload)
    }
}
