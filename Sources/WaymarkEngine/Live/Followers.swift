import LocationModel

/// The open streams of apps that follow the location, the heading or beacons.
struct Followers: Hashable, Codable, Sendable {
    private var followers: [SessionIdentifier: Follower] = [:]
    private var byApp = AppIndex<SessionIdentifier>()

    /// The streams that may get locations, in the order of opening.
    private(set) var locations: [SessionIdentifier] = []

    /// The streams that may get headings, in the order of opening.
    private(set) var headings: [SessionIdentifier] = []

    /// The streams that may be told of beacons, in the order of opening.
    private(set) var beacons: [SessionIdentifier] = []

    /// The number of streams of locations to which the silence of the receivers would be news.
    private(set) var listening = 0

    /// The number of streams whose last element had a heading.
    private(set) var headed = 0

    /// The streams whose want may have changed since the last query.
    private var touched: Set<SessionIdentifier> = []

    subscript(session: SessionIdentifier) -> Follower? { followers[session] }

    /// The streams of an app, in the order of opening.
    subscript(app: AppKey) -> [SessionIdentifier] { byApp[app] }

    /// All streams, in the order of opening.
    var all: [SessionIdentifier] { followers.keys.sorted() }

    mutating func add(_ session: SessionIdentifier, _ follower: Follower) {
        followers[session] = follower
        byApp.add(session, of: follower.app)
        touched.insert(session)
    }

    mutating func remove(_ session: SessionIdentifier) -> Follower? {
        guard let removed = followers.removeValue(forKey: session) else { return nil }
        byApp.remove(session, of: removed.app)
        touched.remove(session)
        replace(removed.account, with: nil, for: session)
        return removed
    }

    /// Reads a part of a stream's record, without a copy of the whole.
    func read<Part>(_ session: SessionIdentifier, _ part: (Follower) -> Part) -> Part? {
        followers.index(forKey: session).map { part(followers.values[$0]) }
    }

    /// Changes a stream's record.
    @discardableResult
    mutating func update<Result>(
        _ session: SessionIdentifier,
        _ body: (inout Follower) -> Result
    ) -> Result? {
        guard let index = followers.index(forKey: session) else { return nil }
        let before = followers.values[index].account
        // Changed in place: a record is large, and each fix changes those of all streams.
        let result = body(&followers.values[index])
        let after = followers.values[index].account
        if before != after { replace(before, with: after, for: session) }
        return result
    }

    /// Whether the want of any stream may have changed.
    var isTouched: Bool { !touched.isEmpty }

    /// Returns the streams whose want may have changed since the last call.
    mutating func drainTouched() -> Set<SessionIdentifier> {
        defer { touched = [] }
        return touched
    }

    private mutating func replace(
        _ before: Account,
        with after: Account?,
        for session: SessionIdentifier
    ) {
        listening += (after?.listens ?? false ? 1 : 0) - (before.listens ? 1 : 0)
        headed += (after?.hasHeading ?? false ? 1 : 0) - (before.hasHeading ? 1 : 0)
        if let after, before.isPaused != after.isPaused { touched.insert(session) }
        let isGiven = after?.isGiven ?? false
        guard before.isGiven != isGiven else { return }
        switch before.kind {
        case .location: locations.setSorted(session, isGiven)
        case .heading: headings.setSorted(session, isGiven)
        case .beacons: beacons.setSorted(session, isGiven)
        }
    }
}

/// What the indexes and counts depend on of a stream's record.
private struct Account: Equatable {
    enum Kind { case location, heading, beacons }

    var kind: Kind
    var isGiven: Bool
    var isPaused: Bool
    var listens: Bool
    var hasHeading: Bool
}

extension Follower {
    fileprivate var account: Account {
        let kind: Account.Kind =
            switch wish {
            case .location: .location
            case .heading: .heading
            case .beacons: .beacons
            }
        let isGiven = if case .given = standing { true } else { false }
        return Account(
            kind: kind,
            isGiven: isGiven,
            isPaused: pausedSince != nil,
            listens: kind == .location && noticesSilence,
            hasHeading: kind == .heading && hasValue
        )
    }
}

extension [SessionIdentifier] {
    /// Inserts an element into a sorted array that is not in it, or removes one that is.
    fileprivate mutating func setSorted(_ session: SessionIdentifier, _ isContained: Bool) {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < session { low = middle + 1 } else { high = middle }
        }
        if isContained { insert(session, at: low) } else { remove(at: low) }
    }
}
