import LocationModel

/// An index of elements by the user they belong to, in order.
struct UserIndex<Element: Hashable & Comparable & Sendable>: Hashable, Sendable {
    private var elements: [UserIdentifier: SortedSet<Element>] = [:]
    private var users = SortedSet<UserIdentifier>()
    private(set) var count = 0

    subscript(user: UserIdentifier) -> SortedSet<Element> { elements[user] ?? SortedSet() }

    mutating func insert(_ element: Element, of user: UserIdentifier) {
        if elements[user] == nil { users.insert(user) }
        let before = self[user].count
        elements[user, default: SortedSet()].insert(element)
        count += self[user].count - before
    }

    mutating func remove(_ element: Element, of user: UserIdentifier) {
        let before = self[user].count
        elements[user]?.remove(element)
        count += self[user].count - before
        guard elements[user]?.isEmpty == true else { return }
        elements[user] = nil
        users.remove(user)
    }

    /// Returns the first `limit` elements, or the first after one of a user.
    ///
    /// They are those of one user, or with `nil` those of all users, one user after another.
    func first(
        _ limit: Int,
        of user: UserIdentifier?,
        after last: (user: UserIdentifier, element: Element)? = nil
    ) -> [(user: UserIdentifier, element: Element)] {
        if let user {
            return self[user].first(limit, after: last?.element).map { (user, $0) }
        }
        var found: [(user: UserIdentifier, element: Element)] = []
        if let last { found = first(limit, of: last.user, after: last) }
        var previous = last?.user
        while found.count < limit, let next = users.first(1, after: previous).first {
            found += self[next].first(limit - found.count).map { (next, $0) }
            previous = next
        }
        return found
    }

    var all: [(user: UserIdentifier, element: Element)] { first(.max, of: nil) }
}

struct AppIndex<Element: Hashable & Comparable & Sendable>: Hashable, Sendable {
    private var elements: [AppKey: Set<Element>] = [:]

    mutating func add(_ element: Element, of app: AppKey) { elements[app, default: []].insert(element) }

    mutating func remove(_ element: Element, of app: AppKey) { elements.remove(element, under: app) }

    func contains(_ app: AppKey) -> Bool { elements[app] != nil }

    /// The elements of an app, in order.
    subscript(app: AppKey) -> [Element] { elements[app]?.sorted() ?? [] }
}

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
