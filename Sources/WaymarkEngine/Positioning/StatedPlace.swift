package import LocationModel

package enum StatedPlaceDecision: Hashable, Sendable, Evidential {
    case stated(origin: StatedPlace.Origin)
    case withdrawn

    /// The place is used, because no receiver is configured or, with `searched`, because receivers have searched that
    /// long without a fix.
    case used(origin: StatedPlace.Origin, searched: Duration?)

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
}

/// The use of the place that the owner stated in place of a fix.
///
/// It does where no receiver is configured, and otherwise once receivers have searched for the configured time without
/// a believed fix. It ends with the next believed fix, and when receivers are no longer wanted.
struct StatedPlaceUse: Equatable, Sendable {
    var place: StatedPlace?
    var since: MonotonicInstant?

    /// The time since which receivers have searched without a believed fix.
    var searchingSince: MonotonicInstant?

    /// The time at which a change to the place in use may be announced, while it comes too soon.
    var announcesAt: MonotonicInstant?

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
