import LocationModel

/// What a sentence of a compass, a gyrocompass or a multi-antenna receiver says.
struct HeadingSentence: Hashable, Sendable {
    /// The heading; `nil` until the talker knows it, or if it is marked invalid.
    var heading: Heading?

    /// The variation that the sentence states, positive to the east.
    var variationDegrees: Double?
}

extension HeadingSentence {
    /// Makes the heading of its degrees, if the talker knows them; `nil` if they are out of range.
    init?(_ degrees: Double?, _ make: (Double) -> Heading?) {
        guard let degrees else { return }
        guard let heading = make(degrees) else { return nil }
        self.heading = heading
    }
}
