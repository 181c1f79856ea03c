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
        widgets = try json.required("widgets")
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
