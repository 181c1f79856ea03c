import LocationModel

/// The order in which the person wants the widgets, in all tabs and over restarts.
struct BoardLayout: Hashable {
    /// The most widgets that have a place of their own.
    static let limit = 512

    private(set) var widgets: [String] = []

    init() {}

    /// Creates an order that the page asks for; `nil` if it is none of widgets, each once.
    init?(_ widgets: [String]) {
        guard widgets.count <= Self.limit, Set(widgets).count == widgets.count,
            widgets.allSatisfy({ WidgetIdentifier($0) != nil })
        else { return nil }
        self.widgets = widgets
    }

    /// Reads what ``file`` was.
    init(file: [UInt8]) {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        self = Self(lines.map(String.init)) ?? Self()
    }

    /// A name in each line.
    var file: [UInt8] { Array(widgets.map { "\($0)\n" }.joined().utf8) }

    /// Returns widgets in this order; those that it does not have follow as they are.
    func arranged(_ others: [String]) -> [String] {
        let known = Set(others)
        let ordered = Set(widgets)
        return widgets.filter { known.contains($0) } + others.filter { !ordered.contains($0) }
    }
}
