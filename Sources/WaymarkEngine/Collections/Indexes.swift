import LocationModel

struct AppIndex<Element: Hashable & Comparable & Sendable>: Equatable, Sendable {
    private var elements: [AppKey: Set<Element>] = [:]

    mutating func add(_ element: Element, of app: AppKey) { elements[app, default: []].insert(element) }

    mutating func remove(_ element: Element, of app: AppKey) { elements.remove(element, under: app) }

    func contains(_ app: AppKey) -> Bool { elements[app] != nil }

    /// The elements of an app, in order.
    subscript(app: AppKey) -> [Element] { elements[app]?.sorted() ?? [] }
}

extension Dictionary {
    /// Removes an element under a key, and the key with its last element, so that ended things take no
    /// memory.
    mutating func remove<Element>(_ element: Element, under key: Key) where Value == Set<Element> {
        self[key]?.remove(element)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
