extension Dictionary {
    /// Removes an element from the set under a key, and the key with the last one, so that what has ended takes no memory.
    mutating func remove<Element>(_ element: Element, under key: Key) where Value == Set<Element> {
        self[key]?.remove(element)
        if self[key]?.isEmpty == true { self[key] = nil }
    }

    /// Removes an element from the sorted set under a key, and the key with the last one.
    mutating func remove<Element>(_ element: Element, under key: Key) where Value == SortedSet<Element> {
        self[key]?.remove(element)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
