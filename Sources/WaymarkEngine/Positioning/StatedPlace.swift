package import LocationModel

package enum StatedPlaceDecision: Hashable, Sendable {
    case stated(StatedPlace.Origin)
    case withdrawn

    /// The place is used, because no receiver is configured or, with `after`, because receivers have searched that
    /// long without a fix.
    case used(StatedPlace.Origin, after: Duration?)

    /// A receiver has a fix again, which is used instead.
    case replacedByFix

    /// It is not used any more: nobody wants a location, or it was withdrawn.
    case unused

    var text: String {
        switch self {
        case .stated: "the owner stated the machine's place"
        case .withdrawn: "the owner withdrew the stated place"
        case .used(let origin, nil): "no receiver is configured: the place \(origin.text) is used"
        case .used(let origin, let searched?):
            "no fix in \(searched.words): the place \(origin.text) is used until a receiver has one"
        case .replacedByFix: "a receiver has a fix: the stated place is not used any more"
        case .unused: "the stated place is not used any more"
        }
    }

    var evidence: [String: EvidenceValue] {
        switch self {
        case .stated(let origin): ["step": .word("stated"), "origin": .word(origin.rawValue)]
        case .withdrawn: ["step": .word("withdrawn")]
        case .used(let origin, let searched):
            ["step": .word("used"), "origin": .word(origin.rawValue)]
                .merging(searched.map { ["searchedSeconds": .number($0.inSeconds)] } ?? [:]) { $1 }
        case .replacedByFix: ["step": .word("replacedByFix")]
        case .unused: ["step": .word("unused")]
        }
    }
}

/// Whether the place that the owner stated stands in for a fix.
///
/// It does where no receiver is configured, and otherwise once receivers have searched for the configured time without
/// a believed fix. It ends with the next believed fix, and when receivers are no longer wanted.
struct StatedPlaceUse: Hashable, Sendable {
    private(set) var place: StatedPlace?
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

extension StatedPlace.Origin {
    package var text: String {
        switch self {
        case .command: "that the owner stated"
        case .configuration: "that the configuration states"
        case .file: "that the file of GeoClue's static source states"
        }
    }
}
