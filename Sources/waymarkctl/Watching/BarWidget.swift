import Manifests
import UserInput
import Varlink
import Waymark

struct BarWidget: Hashable {
    /// The state in one word: `waiting`, `denied`, `unavailable`, `fix`, `ready`, `unreachable` or `removed`.
    let status: String
    private(set) var text: String

    /// More about it, from its provider.
    private(set) var detail: String?

    /// Why there is nothing to show, and what to do, for a person who looks closer.
    let advice: String?

    /// A word that selects an icon.
    private(set) var alt: String

    /// The style classes, the status among them.
    private(set) var classes: [String]

    /// A number from 0 to 100.
    private(set) var percentage: Int?

    /// Whether its provider has made something to show.
    private(set) var hasContent = false

    /// The app, the kind and the widget, as far as they are known.
    let app: String
    let kind: String
    let widget: String

    init(
        status: String,
        advice: String? = nil,
        app: String = "",
        kind: String = "",
        widget: String = "",
        text: String? = nil
    ) {
        self.status = status
        self.text = text ?? status
        self.advice = advice
        alt = status
        classes = [status]
        (self.app, self.kind, self.widget) = (app, kind, widget)
    }

    /// Reads what a widget shows in the words that hosts know; a content without any is shown as JSON.
    init(_ view: HostInterface.WidgetView) {
        self.init(
            status: view.status.rawValue,
            advice: view.status == .denied ? Self.advice(for: view.app.harmless) : nil,
            app: view.app.harmless,
            kind: view.kind.harmless,
            widget: view.widget.harmless
        )
        // Instead of content that there is not yet, or not any more, hosts show the kind's placeholder.
        guard let content = view.entry?.content ?? view.placeholder else { return }
        hasContent = true
        let members = content.object
        let read = ReadContent(members)
        text = (read.line ?? content.text).harmless
        detail = read.otherLines?.harmless(keeping: ["\n"])
        alt = (read.alt ?? read.icon?.rawValue)?.harmless ?? alt
        let named = members["class"].map { $0.elements?.compactMap(\.text) ?? [$0.text].compactMap(\.self) }
        let tint = read.tint.map { ["tint-\($0.rawValue)"] }
        for name in (named ?? []) + (tint ?? []) where !classes.contains(name.harmless) {
            classes.append(name.harmless)
        }
        percentage = read.percentage.map { Int(min(max($0, 0), 100).rounded()) }
    }

    /// The widget with a mark that its location is simulated, if it shows anything.
    var markedAsSimulated: BarWidget {
        guard hasContent else { return self }
        var marked = self
        marked.text += " (simulated)"
        if !classes.contains("simulated") { marked.classes.append("simulated") }
        return marked
    }

    var tooltip: String? { detail ?? advice }

    private static func advice(for app: String) -> String {
        "\(app) may not know the location: waymarkctl authorize \(app) when-in-use --widgets yes"
    }
}

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

    /// The widgets in the order in which they were named; empty if all are watched.
    var names: [String] = []

    /// The views, in the order of ``names``, or else in that in which the service told them.
    private var views: [HostInterface.WidgetView] = []

    /// Whether the service has told all watched widgets since the stream began.
    private(set) var isComplete = false
    private var removed: [BarWidget] = []

    /// Applies an event; returns whether there may be something new to show.
    mutating func apply(_ event: HostInterface.Watch.Reply) -> Bool {
        switch event.event {
        case .keepAlive: return false
        case .session, .widgets:
            if event.event == .session { (views, removed) = ([], []) }
            let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
            views = (views + (event.widgets ?? [])).sorted {
                (places[$0.widget] ?? .max) < (places[$1.widget] ?? .max)
            }
            isComplete = event.more != true
        case .widget, .withdrawn:
            guard let view = event.widget else { return false }
            if let index = views.firstIndex(where: { $0.widget == view.widget }) {
                views[index] = view
            } else {
                views.append(view)
            }
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

    func views(onlyMostRelevant: Bool) -> [HostInterface.WidgetView] {
        guard onlyMostRelevant, let first = views.first else { return views }
        // Of equals the first, also if none matters.
        return [views.reduce(first) { ($1.relevance ?? 0) > ($0.relevance ?? 0) ? $1 : $0 }]
    }

    /// The widgets to show, those that were removed last.
    func shown(onlyMostRelevant: Bool) -> [BarWidget] {
        views(onlyMostRelevant: onlyMostRelevant).map(BarWidget.init) + removed
    }
}
