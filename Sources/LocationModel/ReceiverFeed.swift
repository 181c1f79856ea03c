/// A receiver whose positions a program on this machine brings, as the configuration names it.
package struct ReceiverFeed: Hashable, Sendable {
    /// The ranks, of which the lowest is followed first.
    ///
    /// A receiver that is no feed has 0.
    package static let ranks = -9...9

    /// The origins that positions of a feed may have.
    package static let sources: [LocationSource] = [.receiver, .phone, .modem, .network]

    private static let longestName = 64

    package let name: String

    /// The user who may bring it, besides root and the service's own user.
    package var user: String?
    package var source = LocationSource.receiver

    /// The rank among all receivers: a higher one is followed only while no lower one has a position.
    package var rank = 0

    package init?(_ name: String) {
        guard isPlainName(name), name.utf8.count <= Self.longestName else { return nil }
        self.name = name
    }
}

/// The service's demand on the program that brings a feed.
package enum FeedDemand: Hashable, Sendable {
    /// The service is not running, or does not accept the feed.
    case away
    case unwanted

    /// Positions are wanted at this interval; `nil` for as often as there are any.
    case wanted(interval: Duration?)
}
