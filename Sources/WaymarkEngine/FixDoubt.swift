/// Why a fix, or the change that it shows, is not believed yet.
package enum FixDoubt: Hashable, Sendable {
    /// The movement so far does not explain how the machine came there since the last credible fix: metres covered,
    /// metres that the movement and the errors of both fixes explain, and the time since.
    case implausible(distanceMeters: Double, explainedMeters: Double, elapsed: Duration)

    /// The track begins, and too few fixes agree.
    case unproven(agreeingFixes: Int)

    /// The distance may be no greater than the errors of the two places allow.
    case uncertain(distanceMeters: Double, errorMeters: Double)

    /// The position moved, but the measured speed adds up to much less: the machine is probably at rest.
    case stationary(displacedMeters: Double, travelledMeters: Double)

    /// Whether the machine is probably not where the fix says; else only the significant change is in doubt.
    package var concernsPlace: Bool {
        switch self {
        case .implausible, .unproven: true
        case .uncertain, .stationary: false
        }
    }
}
