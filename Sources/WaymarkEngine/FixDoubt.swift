/// Why a fix counts for nothing yet.
package enum FixDoubt: Hashable, Sendable {
    /// The movement so far does not explain how the machine came there since the last credible fix.
    case implausible(distanceMeters: Double, explainedMeters: Double, elapsed: Duration)

    /// The track begins, and too few fixes agree.
    case unproven(agreeingFixes: Int)

    /// It may lie as near as the errors allow.
    case uncertain(distanceMeters: Double, errorMeters: Double)

    /// The position moved, but by its own speed the machine rests.
    case stationary(displacedMeters: Double, travelledMeters: Double)
}

extension FixDoubt {
    /// The doubt about a jump.
    init(_ jump: ImplausibleJump) {
        self = .implausible(
            distanceMeters: jump.distanceMeters,
            explainedMeters: jump.explainedMeters,
            elapsed: jump.elapsed
        )
    }
}
