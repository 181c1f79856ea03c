import HTTP
import LinuxSystem
import Varlink

/// Something that a tab is told of; one that reads slowly gets only the newest state of each.
enum Subject: Hashable {
    /// The name of its stream, by which it reports its view.
    case stream(String)

    /// That its connection is alive.
    case keepAlive
    case widgets
    case widget(String)
    case questions
    case receivers

    /// The anchor that the person's boat lies at.
    case anchor
    case trace
    case service
}

struct ViewReport {
    /// The most widgets of one report, far more than a screen shows.
    static let limit = 512

    let stream: String

    /// The number of the report in the stream; an older one that arrives later does not count.
    let order: Int
    let widgets: [String]
    let trace: Bool
}

extension ViewReport {
    init(_ json: inout JSONMembers) throws(ParameterProblem) {
        stream = try json["stream"]
        order = try json["order"]
        widgets = try json["widgets"]
        trace = try json["trace"]
        guard widgets.count <= Self.limit else { throw ParameterProblem(parameter: "widgets") }
    }
}

/// The open tabs: what each still has to be told, and what each has in view.
struct Tabs {
    static let limit = 32

    struct Tab {
        /// The name of its stream, by which it reports its view.
        let name: String

        /// The subjects that it has not been told of yet, the oldest first.
        var pending: [Subject]

        /// Watches for the end of the browser, which a stream at rest would not notice.
        ///
        /// The server closes its own descriptor before it says so, and another one may have its number by then.
        var hangUp: (token: Poller.Token, socket: CInt)?

        /// Whether it takes the next bytes.
        var isDrained = false
        var report: ViewReport?
    }

    var tabs: [HTTPServer.Exchange: Tab] = [:]

    var isEmpty: Bool { tabs.isEmpty }
    var view: Set<String> { tabs.values.reduce(into: []) { $0.formUnion($1.report?.widgets ?? []) } }
    var seesTrace: Bool { tabs.values.contains { $0.report?.trace == true } }

    mutating func mark(_ subject: Subject) {
        for (stream, tab) in tabs where !tab.pending.contains(subject) {
            tabs[stream]?.pending.append(subject)
        }
    }

    /// Notes what a tab shows now; an older report does not count, nor does that of a tab that is gone.
    mutating func record(_ report: ViewReport) {
        guard let (stream, tab) = tabs.first(where: { $0.value.name == report.stream }),
            report.order > tab.report?.order ?? 0
        else { return }
        tabs[stream]?.report = report
    }
}
