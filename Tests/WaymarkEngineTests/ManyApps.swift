import LocationModel
import WaymarkEngine

extension EngineSettings {
    /// The usual settings, in which no quota is in the way.
    static var unlimited: EngineSettings {
        .with { for quota in Quota.allCases { $0.quotas[quota] = .max } }
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
        let place = NotifiedPlace(coordinate: .home, horizontal95Meters: 5, notifiedAt: Moment.start.utc)
        state.apply(.lastNotifiedPlace(place))
        return state
    }
}
