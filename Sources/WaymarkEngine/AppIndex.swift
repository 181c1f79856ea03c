/// An index of elements by their app.
struct AppIndex<Element: Hashable & Codable & Comparable & Sendable>: Hashable, Codable, Sendable {
    private var elements: [AppKey: Set<Element>] = [:]

    mutating func add(_ element: Element, of app: AppKey) { elements[app, default: []].insert(element) }

    mutating func remove(_ element: Element, of app: AppKey) { elements.remove(element, under: app) }

    /// Returns whether an app has any elements.
    func contains(_ app: AppKey) -> Bool { elements[app] != nil }

    /// The elements of an app, in order.
    subscript(app: AppKey) -> [Element] { elements[app]?.sorted() ?? [] }
}
