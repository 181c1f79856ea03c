import LocationModel
import WaymarkEngine

extension EngineSettings {
    /// The usual settings, in which no quota is in the way.
    static var unlimited: EngineSettings {
        var settings = EngineSettings()
        for quota in Quota.allCases { settings.quotas[quota] = .max }
        return settings
    }
}

/// A machine with many apps, each with one widget whose timeline was made with the location.
enum ManyApps {
    static func app(_ number: Int) -> AppKey { .app("org.example.App\(number)") }

    static func state(
        count: Int,
        _ status: AuthorizationChoice = .authorizedWhenInUse,
        knewLocation: Bool = true
    ) -> SavedState {
        var state = SavedState()
        let timeline = Timeline.entries(at: [Moment.start.utc])
        for number in 1...count {
            let app = app(number)
            let kind = KindKey(app: app, kind: .here)
            let widget = WidgetIdentifier(UInt64(number))
            state.apply(.grant(app, Grant(status: status, widgets: .granted)))
            state.apply(.kind(kind, KindDeclaration(wantsLocation: true)))
            state.apply(.widgetPlaced(widget, kind))
            let delivered = DeliveredTimeline(
                timeline: timeline,
                deliveredAt: Moment.start.utc,
                knewLocation: knewLocation,
                change: 1
            )
            state.apply(.timeline(widget, delivered))
        }
        state.apply(
            .lastNotifiedPlace(
                NotifiedPlace(coordinate: .home, horizontal95Meters: 5, notifiedAt: Moment.start.utc)
            )
        )
        return state
    }
}
