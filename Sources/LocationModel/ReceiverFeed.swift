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

extension ReceiverURL {
    static func feed(
        authority: Substring,
        path: String,
        options: Substring
    ) throws(ReceiverURLError) -> ReceiverURL {
        let values = try self.values(of: options, ["user", "source", "rank"], scheme: "feed")
        try refuse(path, of: "feed")
        guard var feed = ReceiverFeed(try percentDecoded(authority)) else {
            throw .badFeedName(String(authority))
        }
        feed.user = values["user"]
        if let word = values["source"] {
            guard let source = LocationSource(rawValue: word), ReceiverFeed.sources.contains(source) else {
                throw .badSource(word)
            }
            feed.source = source
        }
        if let text = values["rank"] {
            guard let rank = Int(text), ReceiverFeed.ranks.contains(rank) else { throw .badRank(text) }
            feed.rank = rank
        }
        return .feed(feed)
    }

    /// The place among all receivers; the lowest is followed first.
    package var rank: Int { if case .feed(let feed) = self { feed.rank } else { 0 } }
}
