/// A feed: a receiver that a program on this machine brings, as the configuration names it.
package struct ReceiverFeed: Hashable, Sendable {
    /// The ranks, of which the lowest is followed first.
    ///
    /// A receiver that is no feed has 0.
    package static let ranks = -9...9

    /// The origins that positions of a feed may have.
    package static let sources: [LocationSource] = [.receiver, .phone, .modem, .network]

    private static let longestName = 64

    package let name: String

    /// The user who may bring it beside root and the service's own.
    package var user: String?
    package var source = LocationSource.receiver

    /// The place among all receivers: one of a higher number is followed only while none of a lower one has a position.
    package var rank = 0

    /// Creates a feed, or `nil` if `name` is no valid name.
    package init?(_ name: String) {
        guard isPlainName(name), name.utf8.count <= Self.longestName else { return nil }
        self.name = name
    }
}

/// What the service wants of the program that brings a feed.
package enum FeedDemand: Hashable, Sendable {
    /// The service is away, or does not take the feed.
    case away
    case unwanted

    /// Positions are wanted, so far apart, or as often as there are any.
    case wanted(interval: Duration?)
}
