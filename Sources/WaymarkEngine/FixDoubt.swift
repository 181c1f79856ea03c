/// The reason why a fix, or the change that it shows, is not believed yet.
package enum FixDoubt: Hashable, Codable, Sendable {
    /// The movement so far does not explain how the machine got there from the last credible fix.
    ///
    /// The distance was covered in `elapsed`; `explainedMeters` is what the movement and the errors of both fixes
    /// explain.
    case implausible(distanceMeters: Double, explainedMeters: Double, elapsed: Duration)

    /// The track has just begun, and too few fixes agree.
    case unproven(agreeingFixes: Int)

    /// The errors of the two places may account for the distance.
    case uncertain(distanceMeters: Double, errorMeters: Double)

    /// The position moved, but the measured speed adds up to much less, so the machine is probably at rest.
    case stationary(displacedMeters: Double, travelledMeters: Double)

    /// Whether the machine is probably not at the fix; otherwise only the significant change is in doubt.
    package var concernsPlace: Bool {
        switch self {
        case .implausible, .unproven: true
        case .uncertain, .stationary: false
        }
    }
}
