import CommandLineTool
import LocationModel
import Manifests
import UserInput
import Varlink
import WaymarkInterfaces

struct BarWidget: Hashable {
    /// The state in one word: `waiting`, `denied`, `unavailable`, `fix`, `ready`, `unreachable` or `removed`.
    let status: String

    /// The content from its provider; without it, the status is shown.
    var content: String?

    /// More about it, from its provider.
    var detail: String?

    /// The reason why there is nothing to show, and what to do, for a person who looks closer.
    var advice: String?

    /// A word that selects an icon; without it, the status does.
    var icon: String?

    /// The style classes, the status aside.
    var styles: [String] = []

    /// A number from 0 to 100.
    var percentage: Int?

    /// The app, the kind and the widget, as far as they are known.
    var app = ""
    var kind = ""
    var widget = ""

    var text: String { content ?? status }
    var alt: String { icon ?? status }
    var classes: [String] { [status] + styles }
    var tooltip: String? { detail ?? advice }
}

extension BarWidget {
    /// Reads what a widget shows in the words that hosts know; a content without any is shown as JSON.
    init(_ view: HostInterface.WidgetView, isSimulated: Bool = false) {
        self.init(
            status: view.status.rawValue,
            app: view.app.harmless,
            kind: view.kind.harmless,
            widget: view.widget.harmless
        )
        if view.status == .denied {
            advice = "\(app) may not know the location: waymarkctl authorize \(app) when-in-use --widgets yes"
        }
        // Instead of content that there is not yet, or not any more, hosts show the kind's placeholder.
        guard let json = view.entry?.content ?? view.placeholder else { return }
        let members = json.object
        let read = ReadContent(members)
        content = (read.line ?? json.text).harmless + (isSimulated ? " (simulated)" : "")
        detail = read.otherLines?.harmless(keeping: ["\n"])
        icon = (read.alt ?? read.icon?.rawValue)?.harmless
        let named = members["class"].map { $0.elements?.map(\.text) ?? [$0.text] } ?? []
        let others = [read.tint.map { "tint-\($0.rawValue)" }, isSimulated ? "simulated" : nil]
        var seen = Set(classes)
        for case let name? in (named + others).map({ $0?.harmless }) where seen.insert(name).inserted {
            styles.append(name)
        }
        percentage = read.percentage.map { Int(min(max($0, 0), 100).rounded()) }
    }
}

/// The watched widgets, as the service has described them.
struct WatchedWidgets {
    /// A kind that this host places a widget of.
    struct Placement: Hashable {
        let app: String
        let kind: String

        /// Reads `APP/KIND`; the usage error for something else names its `source`.
        init(_ text: String, from source: String) throws {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
                throw Failure.usage("\(source): write APP/KIND, such as org.example.Weather/cell")
            }
            (app, kind) = (String(parts[0]), String(parts[1]))
        }
    }

    /// Whether only the most relevant widget is shown.
    var onlyMostRelevant = false

    /// The widgets in the order in which they were named; empty if all are watched.
    var names: [String] = []

    /// The views, in the order of ``names``, or else in that in which the service told them.
    private var all: [HostInterface.WidgetView] = []

    /// Whether the service has told all watched widgets since the stream began.
    private(set) var isComplete = false
    private var isSimulated = false
    private var removed: [BarWidget] = []

    mutating func apply(_ event: HostInterface.Watch.Reply) {
        if event.event == .session { (all, removed, isSimulated) = ([], [], event.simulated ?? false) }
        if event.event == .session || event.event == .widgets {
            let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
            all = (all + (event.widgets ?? [])).sorted {
                (places[$0.widget] ?? .max) < (places[$1.widget] ?? .max)
            }
            isComplete = event.more != true
        }
        if let view = event.widget {
            if let index = all.firstIndex(where: { $0.widget == view.widget }) {
                all[index] = view
            } else {
                all.append(view)
            }
        }
        if let index = all.firstIndex(where: { $0.widget == event.removed }) {
            let view = all.remove(at: index)
            removed.append(
                BarWidget(
                    status: "removed",
                    advice: "the widget was removed; start this program again to place another",
                    app: view.app.harmless,
                    kind: view.kind.harmless,
                    widget: view.widget.harmless
                )
            )
        }
    }

    var views: [HostInterface.WidgetView] {
        guard onlyMostRelevant, let first = all.first else { return all }
        // Of equals the first, also if none matters.
        return [all.reduce(first) { ($1.relevance ?? 0) > ($0.relevance ?? 0) ? $1 : $0 }]
    }

    /// The widgets to show, those that were removed last.
    var shown: [BarWidget] { views.map { BarWidget($0, isSimulated: isSimulated) } + removed }
}
