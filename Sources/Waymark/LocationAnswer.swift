/// The location that a widget is told, or why it is told none.
///
/// Show different words for *unauthorized* and *not available*: only the person can change the first, and the second
/// passes by itself.
public enum LocationAnswer: Hashable, Sendable {
    /// A reason for which an authorized widget has no location.
    @nonexhaustive public enum Absence: String, Hashable, Sendable {
        /// The widget was not in view lately.
        case insufficientlyInUse

        /// The receivers have no fix.
        case locationUnknown
    }

    /// The machine is here.
    case location(Location)

    /// The app's widgets are not authorized.
    case unauthorized

    /// The app's widgets are authorized, and there is no location now.
    case notAvailable(Absence)

    /// The kind was declared with `wantsLocation: false`.
    case notWanted
}
