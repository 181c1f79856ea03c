import LocationModel

/// The order in which the person wants the widgets, in all tabs and over restarts.
struct BoardLayout: Hashable {
    /// The most widgets that have a place of their own.
    static let limit = 512

    private var names: [String] = []

    init() {}

    /// Creates an order that the page asks for; `nil` if it is none of widgets, each once.
    init?(_ names: [String]) {
        guard names.count <= Self.limit, Set(names).count == names.count,
            names.allSatisfy({ WidgetIdentifier($0) != nil })
        else { return nil }
        self.names = names
    }

    /// Reads what ``file`` was.
    init(file: [UInt8]) {
        let names = String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
        self = Self(names) ?? Self()
    }

    /// A name in each line.
    var file: [UInt8] { Array(names.map { "\($0)\n" }.joined().utf8) }

    /// Returns widgets in this order; those that it does not have follow as they are.
    func arranged(_ widgets: [String]) -> [String] {
        let known = Set(widgets)
        let ordered = Set(names)
        return names.filter { known.contains($0) } + widgets.filter { !ordered.contains($0) }
    }
}
