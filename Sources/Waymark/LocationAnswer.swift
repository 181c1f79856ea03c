public import WaymarkInterfaces

/// The location for a widget, or the reason why there is none.
///
/// Show different words for *unauthorized* and *not available*: only the person can change the first, and the second
/// passes by itself.
public enum LocationAnswer: Hashable, Sendable {
    /// The machine is here.
    case location(Location)

    /// The app's widgets are not authorized.
    case unauthorized

    /// The app's widgets are authorized, and there is no location now: the widget was not in view lately, the person has
    /// paused the location of all apps, or the receivers have no fix.
    case notAvailable(LocationInterface.AbsenceReason)

    /// The kind was declared with `wantsLocation: false`.
    case notWanted
}
