/// The activity for which an app follows the location; it decides how soon updates pause at rest.
@nonexhaustive public enum LocationActivity: String, Hashable, Codable, Sendable, CaseIterable {
    case other

    /// Navigation of a car, which waits in jams and at lights.
    case automotive

    /// Sport on foot or by bicycle.
    case fitness

    /// Navigation of another vehicle, such as a boat or train.
    case otherNavigation
    case airborne
}
