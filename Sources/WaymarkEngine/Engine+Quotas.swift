package import LocationModel
import Regions

extension Engine {
    /// Returns a user's usage of a quota.
    package func usage(of quota: Quota, by user: UserIdentifier) -> Int {
        turn.records.usage[quota, of: user]
    }

    /// Returns the current usage shares of a change's subject.
    func shares(of change: StateChange) -> [Usage.Share] {
        switch change {
        case .widgetPlaced(let widget, _, _), .widgetRemoved(let widget): shares(of: widget)
        case .monitoring(let app, let service, _):
            [
                Usage.Share(
                    user: app.user,
                    quota: .monitors,
                    amount: saved.monitoring[app]?.contains(service) == true ? 1 : 0
                )
            ]
        case .region(let number, _): shares(of: saved.regions[number])
        default: []
        }
    }

    /// Returns a region's share of its user's usage.
    private func shares(of region: SavedRegion?) -> [Usage.Share] {
        guard let region else { return [] }
        let user = region.name.app.user
        return [
            Usage.Share(user: user, quota: .regions, amount: 1),
            Usage.Share(user: user, quota: .regionVertices, amount: region.condition.vertexCount),
        ]
    }

    /// Returns a widget's share of its user's usage.
    func shares(of widget: WidgetIdentifier) -> [Usage.Share] {
        guard let saved = widgets[widget]?.saved else { return [] }
        let user = saved.kind.app.user
        return [
            Usage.Share(user: user, quota: .widgets, amount: 1),
            Usage.Share(user: user, quota: .timelineBytes, amount: saved.timelineBytes),
        ]
    }
}
