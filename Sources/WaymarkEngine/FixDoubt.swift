/// Why a fix counts for nothing yet.
package enum FixDoubt: Hashable, Sendable {
    /// The machine cannot have come there since the last credible fix.
    case implausible(distanceMeters: Double, reachableMeters: Double, elapsed: Duration)

    /// The track begins, and too few fixes agree.
    case unproven(agreeingFixes: Int)

    /// It may lie as near as the errors allow.
    case uncertain(distanceMeters: Double, errorMeters: Double)
}
