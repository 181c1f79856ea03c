package import LocationModel

/// A decision about the place that the owner stated.
package enum StatedPlaceDecision: Hashable, Sendable {
    /// The owner stated the place.
    case stated(StatedPlace.Origin)

    /// The owner withdrew the place.
    case withdrawn

    /// The place is used, because no receiver is configured or, with `after`, because receivers have searched that
    /// long without a fix.
    case used(StatedPlace.Origin, after: Duration?)

    /// A receiver has a fix again, which is used instead.
    case replacedByFix

    /// It is not used any more: nobody wants a location, or it was withdrawn.
    case unused
}
