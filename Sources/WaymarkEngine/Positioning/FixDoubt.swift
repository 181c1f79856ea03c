import LocationModel

/// The reason why a fix, or the change that it shows, is not believed yet.
package enum FixDoubt: Hashable, Sendable, Evidential {
    /// The movement so far does not explain how the machine got there from the last credible fix.
    ///
    /// The distance was covered in `elapsed`; `explainedMeters` is what the movement and the errors of both fixes
    /// explain.
    case implausible(distanceMeters: Double, explainedMeters: Double, elapsed: Duration)

    /// The track has just begun, and too few fixes agree.
    case unproven(agreeingFixes: Int)

    /// The errors of the two places may account for the distance.
    case uncertain(distanceMeters: Double, errorMeters: Double)

    /// The track has replaced another, and may still turn out to be wrong.
    case newTrack(remaining: Duration)

    /// The position moved, but the measured speed adds up to much less, so the machine is probably at rest.
    case stationary(displacedMeters: Double, travelledMeters: Double)

    /// The receiver contradicts itself or another, so that nothing that it reports is believed.
    case contradicted(finding: TrustEvidence)

    /// Whether the machine is probably not at the fix; otherwise only the significant change is in doubt.
    package var concernsPlace: Bool {
        switch self {
        case .implausible, .unproven, .contradicted: true
        case .uncertain, .newTrack, .stationary: false
        }
    }

    package var text: String {
        switch self {
        case .implausible(let distance, let explained, let elapsed):
            "\(meters(distance)) in \(elapsed.words), of which the movement so far explains \(meters(explained))"
        case .unproven(let fixes): "only \(fixes) \(fixes == 1 ? "fix agrees" : "fixes agree") so far"
        case .uncertain(let distance, let error):
            "\(meters(distance)) away, of which \(meters(error)) may be error"
        case .newTrack(let remaining):
            "a new track has begun; whether it lasts shows within \(remaining.words)"
        case .stationary(let displaced, let travelled):
            "the position moved \(meters(displaced)), but the speed adds up to \(meters(travelled))"
        case .contradicted(let evidence): "the receiver is contradicted: \(evidence.text)"
        }
    }
}
