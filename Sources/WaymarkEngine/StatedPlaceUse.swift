import LocationModel

/// Whether the place that the owner stated stands in for a fix.
///
/// It does where no receiver is configured, and otherwise once receivers have searched for the configured time without
/// a believed fix. It ends with the next believed fix, and when receivers are no longer wanted.
struct StatedPlaceUse: Hashable, Codable, Sendable {
    /// The place in use.
    private(set) var place: StatedPlace?

    /// The time at which it came into use.
    private(set) var since: MonotonicInstant?

    /// The time since when receivers have searched without a believed fix.
    private(set) var searchingSince: MonotonicInstant?

    /// The time at which a change to the place in use may be announced, while it comes too soon.
    var announcesAt: MonotonicInstant?

    /// Records that receivers search, unless they have for a while.
    mutating func beginSearch(at now: MonotonicInstant) {
        if searchingSince == nil { searchingSince = now }
    }

    /// Records a believed fix, and returns whether that ends the use of the place.
    mutating func recordBelievedFix(at now: MonotonicInstant) -> Bool {
        searchingSince = now
        return end()
    }

    /// Records that receivers no longer search.
    mutating func endSearch() { searchingSince = nil }

    /// Uses a place.
    mutating func begin(_ place: StatedPlace, at now: MonotonicInstant) {
        self.place = place
        since = now
    }

    /// Ends the use, and returns whether there was one.
    mutating func end() -> Bool {
        defer { (place, since, announcesAt) = (nil, nil, nil) }
        return place != nil
    }
}
