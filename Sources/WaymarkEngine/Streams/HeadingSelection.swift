import LocationModel

/// The machine's latest heading, and the choice of the receiver that provides it.
///
/// The compass of the followed receiver is preferred. Another is used while that one is silent.
struct HeadingSelection: Equatable, Sendable {
    /// The time without a heading after which there is none.
    static let lifetime: Duration = .seconds(5)

    private var source: ReceiverIdentifier?
    private var latest: Heading?

    /// The variation at this place, from the last heading of the source that had both norths.
    private var variationDegrees: Double?
    private(set) var heardAt: MonotonicInstant?

    func fresh(at now: MonotonicInstant) -> Heading? {
        heardAt.map { $0.duration(to: now) < Self.lifetime } ?? false ? latest : nil
    }

    /// Adds a receiver's heading, and returns the machine's heading if it comes from that receiver.
    mutating func add(
        _ heading: Heading,
        from receiver: ReceiverIdentifier,
        preferring followed: ReceiverIdentifier?,
        at now: MonotonicInstant
    ) -> Heading? {
        if source != receiver {
            guard source == nil || receiver == followed || fresh(at: now) == nil else { return nil }
            source = receiver
            variationDegrees = nil
        }
        if let variation = heading.variationDegrees { variationDegrees = variation }
        // A compass and a gyroscope of one vehicle report in sentences of their own.
        let completed = variationDegrees.map { heading.completed(variationDegrees: $0) } ?? heading
        (latest, heardAt) = (completed, now)
        return completed
    }
}
