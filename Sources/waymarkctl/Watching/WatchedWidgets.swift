import WaymarkInterfaces

/// What a service has told about the watched widgets.
struct WatchedWidgets {
    /// A kind that this host places a widget of.
    struct Placement: Hashable {
        let app: String
        let kind: String

        /// Reads `APP/KIND`; `nil` if it is something else.
        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
            (app, kind) = (String(parts[0]), String(parts[1]))
        }
    }

    /// The views, in the order in which the service told them.
    private var views: [HostInterface.WidgetView] = []

    /// Whether the service has told all watched widgets since the stream began.
    private(set) var isComplete = false
    private var removed: [BarWidget] = []

    /// Applies an event; returns whether there may be something new to show.
    mutating func apply(_ event: HostInterface.Watch.Reply) -> Bool {
        switch event.event {
        case .keepAlive: return false
        case .session:
            views = event.widgets ?? []
            removed = []
            isComplete = event.more != true
        case .widgets:
            views += event.widgets ?? []
            isComplete = event.more != true
        case .widget, .withdrawn: if let view = event.widget { put(view) }
        case .removed:
            guard let index = views.firstIndex(where: { $0.widget == event.removed }) else { return false }
            let view = views.remove(at: index)
            removed.append(
                BarWidget(
                    status: "removed",
                    advice: "the widget was removed; start this program again to place another",
                    app: view.app,
                    kind: view.kind,
                    widget: view.widget
                )
            )
        }
        return isComplete
    }

    private mutating func put(_ view: HostInterface.WidgetView) {
        if let index = views.firstIndex(where: { $0.widget == view.widget }) {
            views[index] = view
        } else {
            views.append(view)
        }
    }

    /// The view that matters most, of equals the first; the first if none matters.
    private var mostRelevant: HostInterface.WidgetView? {
        views.reduce(views.first) { ($1.relevance ?? 0) > ($0?.relevance ?? 0) ? $1 : $0 }
    }

    /// The views to show: all, or the one that matters most.
    func views(onlyMostRelevant: Bool) -> [HostInterface.WidgetView] {
        onlyMostRelevant ? mostRelevant.map { [$0] } ?? [] : views
    }

    /// The widgets to show, those that were removed last.
    func shown(onlyMostRelevant: Bool) -> [BarWidget] {
        views(onlyMostRelevant: onlyMostRelevant).map(BarWidget.init) + removed
    }
}
