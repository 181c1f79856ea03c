/// How much of the sky an antenna sees.
package enum Sky: Hashable, Sendable {
    /// A field, a square, a car park.
    case open

    /// A street between houses.
    case street

    /// A street between tall buildings.
    case canyon

    /// None of it.
    case tunnel

    /// The dilutions of precision that a receiver settles at, or `nil` where it has no solution.
    ///
    /// Typical of receivers for several constellations: 0.8 under a free sky, 2 where half of it is hidden.
    var dilution: Double? {
        switch self {
        case .open: 0.8
        case .street: 1.1
        case .canyon: 2.2
        case .tunnel: nil
        }
    }
}

/// A reflected signal taken for a direct one, which throws the position off for a moment.
package struct Echo: Hashable, Sendable {
    /// How long after the leg began.
    package var start: Duration

    /// How long it lasts.
    package var duration: Duration

    /// How far the position is thrown.
    package var displacement: GroundPoint

    /// The horizontal dilution that the receiver reports meanwhile, if the echo shows there at all.
    package var dilution: Double?

    /// Creates an echo; without `dilution` the receiver notices nothing.
    package init(
        at start: Duration,
        for duration: Duration,
        eastMeters: Double,
        northMeters: Double,
        dilution: Double? = nil
    ) {
        self.start = start
        self.duration = duration
        displacement = GroundPoint(eastMeters: eastMeters, northMeters: northMeters)
        self.dilution = dilution
    }
}

/// How long a receiver needs that knows nothing when it is switched on.
package struct ColdStart: Hashable, Sendable {
    /// Until it knows the time, from the first satellite heard.
    package var untilTime: Duration

    /// Until it has a position, once four orbits have been received.
    package var untilPosition: Duration

    /// Until it knows the date, which comes after the time on some receivers, and after the position on a few.
    package var untilDate: Duration

    /// Creates the delays, all counted from switching on; the date comes with the time unless told otherwise.
    package init(untilTime: Duration, untilPosition: Duration, untilDate: Duration? = nil) {
        self.untilTime = untilTime
        self.untilPosition = untilPosition
        self.untilDate = untilDate ?? untilTime
    }
}
