package enum AnchorCommand: Hashable, Codable, Sendable {
    /// The anchor is dropped here and now, in place of one that was dropped before.
    case drop(AnchorRode)

    /// The boat lies as it will: take the middle of its swing, if it shows that, and another rode, if there is one.
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

    /// How far the antenna was from the anchor by the latest fix, in metres, if the app may know.
    package var distanceMeters: Double?

    /// What is told at once when it changes: neither where the boat is, nor how it swings.
    var news: AnchorStatus {
        var news = AnchorStatus(saved: saved, radiusMeters: 0)
        (news.saved.placeErrorMeters, news.saved.unknownBowMeters) = (0, 0)
        return news
    }
}
