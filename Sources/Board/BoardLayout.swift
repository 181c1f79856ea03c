import LinuxSystem
import LocationModel
import Varlink

/// The order in which the person wants the widgets, in all tabs and over restarts.
struct BoardLayout: JSONStructure {
    /// The most widgets that have a place of their own.
    static let limit = 512

    private(set) var widgets: [String]

    init(_ widgets: [String] = []) { self.widgets = widgets }

    /// Reads an order of the page or of the file, which has each widget once.
    init(_ json: inout JSONMembers) throws(ParameterProblem) {
        widgets = try json["widgets"]
        guard widgets.count <= Self.limit, Set(widgets).count == widgets.count,
            widgets.allSatisfy({ WidgetIdentifier($0) != nil })
        else { throw ParameterProblem(parameter: "widgets") }
    }

    func write(_ json: inout JSONWriter) { json.member("widgets", widgets) }

    /// Returns widgets in this order; those that it does not have follow as they are.
    func arranged(_ others: [String]) -> [String] {
        let known = Set(others)
        let ordered = Set(widgets)
        return widgets.filter { known.contains($0) } + others.filter { !ordered.contains($0) }
    }
}

/// A small file in the user's state folder, which the board keeps over sessions.
enum KeptFile: String {
    case port = "board.port"
    case layout = "board.layout"

    /// The folder; `nil` if the user has no home.
    private var folder: String? { Environment.stateHome.map { "\($0)/waymark" } }

    /// The contents; `nil` if there are none that can be read.
    func contents(atMost limit: Int) -> [UInt8]? {
        folder.flatMap { try? contentsOfFile("\($0)/\(rawValue)", atMost: limit) }
    }

    func save(_ contents: [UInt8]) throws(SystemError) {
        guard let folder else { return }
        try Folder.make(folder)
        try AtomicFile.write(contents, to: "\(folder)/\(rawValue)", permissions: 0o600)
    }
}
