import LinuxSystem
import ServiceClient
import Varlink
import WaymarkInterfaces

/// The content of the board: an event replaces all that earlier ones said about the same subject.
struct BoardContent {
    enum Service: Hashable {
        case connecting
        case connected
        case lost(ClientError)
    }

    var service: Service = .connecting
    private(set) var order: [String] = []
    var layout = BoardLayout()
    private(set) var widgets: [String: HostInterface.WidgetView] = [:]
    var prompts: [SettingsInterface.Prompt] = []
    private var receivers: [Int: InspectInterface.Receiver] = [:]

    /// The state of the anchor; `nil` if there is none.
    var anchor: MonitorInterface.Anchor?
    var trace = Trace()

    /// Whether the page may give a widget the location for a click.
    var offersShare = true

    /// The widgets that a new session has named so far; `nil` once it has named all.
    private var arriving: Set<String>?

    /// All subjects, in the order in which a new tab is told of them.
    var subjects: [Subject] {
        [.widgets] + layout.arranged(order).map { .widget($0) } + [
            .questions, .receivers, .anchor, .trace, .service,
        ]
    }

    /// Applies an event of the host's stream; returns the subjects that it changed.
    ///
    /// After a restart the service names all widgets again. The earlier ones stay until it has, and unchanged
    /// ones are no change.
    mutating func apply(_ event: HostInterface.Watch.Reply) -> [Subject] {
        if event.event == .session { arriving = [] }
        let before = order
        var changes: [Subject] = []
        for var view in (event.widgets ?? []) + (event.widget.map { [$0] } ?? []) {
            if !offersShare { view.shareable = nil }
            let old = widgets.updateValue(view, forKey: view.widget)
            if old == nil { order.append(view.widget) }
            if old != view { changes.append(.widget(view.widget)) }
            arriving?.insert(view.widget)
        }
        if let removed = event.removed {
            arriving?.remove(removed)
            order.removeAll { $0 == removed }
        }
        let isComplete = [.session, .widgets].contains(event.event) && event.more != true
        if isComplete, let arrived = arriving {
            order.removeAll { !arrived.contains($0) }
            (arriving, service) = (nil, .connected)
        }
        if widgets.count != order.count { widgets = widgets.filter { order.contains($0.key) } }
        return (order == before ? [] : [.widgets]) + changes + (isComplete ? [.service] : [])
    }

    /// Applies an event of an agent; root's agent is told of everybody's questions, which the page does not show.
    mutating func apply(_ event: SettingsInterface.Agent.Reply) {
        let user = Int(ProcessIdentity.effectiveUserID)
        if event.event == .session { prompts = [] }
        for prompt in (event.prompts ?? []) + (event.prompt.map { [$0] } ?? [])
        where prompt.user == user && !prompts.contains(where: { $0.prompt == prompt.prompt }) {
            prompts.append(prompt)
        }
        if let ended = event.ended { prompts.removeAll { $0.prompt == ended } }
    }

    mutating func apply(_ event: InspectInterface.WatchReceivers.Reply) {
        if event.sequence == 1 { receivers = [:] }
        for receiver in event.receivers { receivers[receiver.number] = receiver }
    }
}

extension BoardContent {
    /// Returns the event that tells a tab of a subject; `nil` if the subject is gone.
    func event(about subject: Subject) -> [UInt8]? {
        switch subject {
        case .stream(let name): event("stream") { $0.member("stream", name) }
        case .keepAlive: Array(":\n\n".utf8)
        case .widgets: event("widgets") { $0.member("widgets", layout.arranged(order)) }
        case .widget(let name): widgets[name].map { view in event("widget", view.write(_:)) }
        case .questions: event("questions") { $0.member("questions", prompts.map(PageQuestion.init)) }
        case .receivers:
            event("receivers") { $0.member("receivers", receivers.values.sorted { $0.number < $1.number }) }
        case .anchor:
            event("anchor") { json in
                json.member("alarm", anchor?.isAlarm ?? false)
                json.member("down", anchor != nil)
                json.member("text", anchor?.words ?? "no anchor is watched")
            }
        case .trace: event("trace", trace.write(_:))
        case .service:
            event("service") { json in
                switch service {
                case .connecting: json.member("state", "connecting")
                case .connected: json.member("state", "connected")
                case .lost(let error):
                    json.member("problem", error.problem)
                    json.member("reason", "\(error)")
                    json.member("state", "lost")
                }
            }
        }
    }

    /// Returns an event of a stream of server-sent events.
    private func event(_ name: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        // A line break ends a line of data; in JSON it can only stand between tokens.
        let data = JSONWriter.object(members).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        return Array("event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }
}

extension ClientError {
    /// The kind of the failure, which has words and advice of its own in the page.
    fileprivate var problem: String {
        switch self {
        case .notPermitted: "notPermitted"
        case .refused(let refusal, _) where refusal.isOfOlderService: "olderService"
        case .refused: "refused"
        default: "notRunning"
        }
    }
}
