package enum AnchorCommand: Hashable, Codable, Sendable {
    /// The anchor is dropped here and now, in place of one that was dropped before.
    case drop(AnchorRode)

    /// The boat has settled: use the middle of its swing, if the swing shows one, and the new rode, if given.
    case set(AnchorRode?)
    case raise

    /// Somebody has heard the alarm.
    case silence
}

/// A dropped anchor, as the app that watches it may know it.
package struct AnchorStatus: Hashable, Sendable {
    /// The anchor without its swing, and without its place where the app is not told it.
    package var saved: SavedAnchor

    /// The radius of the circle, with the errors that it allows, in metres.
    package let radiusMeters: Double

    /// The distance of the antenna from the anchor by the latest fix, in metres; `nil` if the app may not
    /// know it.
    package var distanceMeters: Double?

    /// The part whose changes are told at once: neither where the boat is, nor how it swings.
    var news: AnchorStatus {
        var news = AnchorStatus(saved: saved, radiusMeters: 0)
        (news.saved.placeErrorMeters, news.saved.unknownBowMeters) = (0, 0)
        return news
    }
}
