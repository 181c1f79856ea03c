import LocationModel

/// The latest ended requests, kept to tell why a late answer has no effect.
struct EndedRequests: Hashable, Codable, Sendable {
    private struct Ended: Hashable, Codable {
        let session: SessionIdentifier
        let end: RequestEnd
    }

    private var ends = LatestOfUsers<RequestIdentifier, Ended>()

    /// The end of a user's request, as far as the session may know it.
    subscript(request: RequestIdentifier, of session: SessionIdentifier, by user: UserIdentifier)
        -> RequestEnd
    {
        guard let ended = ends[request, of: user], ended.session == session else { return .unknown }
        return ended.end
    }

    mutating func add(
        _ request: RequestIdentifier,
        of session: SessionIdentifier,
        by user: UserIdentifier,
        _ end: RequestEnd
    ) {
        ends.add(Ended(session: session, end: end), at: request, of: user)
    }
}
