import Varlink

/// Something that a tab is told of; one that reads slowly gets only the newest state of each.
enum Subject: Hashable {
    /// The name of its stream, by which it reports its view.
    case stream

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
        stream = try json.required("stream")
        order = try json.required("order")
        widgets = try json.required("widgets")
        trace = try json.required("trace")
        guard widgets.count <= Self.limit else { throw ParameterProblem(parameter: "widgets") }
    }
}

/// The open tabs: what each still has to be told, and what each has in view.
struct Tabs {
    static let limit = 32

    struct Tab {
        /// What it has not been told yet, the oldest first.
        fileprivate(set) var pending: [Subject]
        fileprivate var report: ViewReport?
    }

    private(set) var tabs: [String: Tab] = [:]

    var isEmpty: Bool { tabs.isEmpty }
    var view: Set<String> { tabs.values.reduce(into: []) { $0.formUnion($1.report?.widgets ?? []) } }
    var seesTrace: Bool { tabs.values.contains { $0.report?.trace == true } }

    /// Adds a tab, which must be told of everything.
    mutating func open(_ name: String, telling subjects: [Subject]) { tabs[name] = Tab(pending: subjects) }

    mutating func close(_ name: String) { tabs[name] = nil }

    mutating func mark(_ subject: Subject) {
        for (name, tab) in tabs where !tab.pending.contains(subject) {
            tabs[name]?.pending.append(subject)
        }
    }

    /// Returns what a tab must be told next, and takes it off the list.
    mutating func next(for name: String) -> Subject? {
        guard tabs[name]?.pending.isEmpty == false else { return nil }
        return tabs[name]?.pending.removeFirst()
    }

    /// Notes what a tab shows now; returns whether the report counts: no old one does, nor that of a tab that is gone.
    mutating func record(_ report: ViewReport) -> Bool {
        guard let tab = tabs[report.stream], report.order > tab.report?.order ?? 0 else { return false }
        tabs[report.stream]?.report = report
        return true
    }
}
