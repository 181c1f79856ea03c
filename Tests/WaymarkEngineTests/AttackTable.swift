import Lab
import LocationModel

/// The attacks that trust is measured by.
///
/// They were fixed before its rules were tuned.
struct AttackedCase {
    enum Outcome {
        /// The place is not given out for long, and nothing is told of it.
        case held

        /// The positions are right, or none; nothing false is told.
        case harmless

        /// The reports of one receiver do not show it.
        case notNoticeable
    }

    let kind: Attack.Kind
    let size: Double
    let length: Duration
    let outcome: Outcome

    static let seeds: ClosedRange<UInt64> = 1...4

    static let all = [
        AttackedCase(kind: .jump, size: 1000, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .jump, size: 10_000, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .jump, size: 200_000, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .pull, size: 1, length: .seconds(900), outcome: .notNoticeable),
        AttackedCase(kind: .pull, size: 3, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .pull, size: 10, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .pull, size: 40, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .matchedPull, size: 1, length: .seconds(900), outcome: .notNoticeable),
        AttackedCase(kind: .matchedPull, size: 10, length: .seconds(600), outcome: .notNoticeable),
        AttackedCase(kind: .delay, size: 15, length: .seconds(600), outcome: .harmless),
        AttackedCase(kind: .delay, size: 120, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .timeStep, size: -5, length: .seconds(600), outcome: .harmless),
        AttackedCase(kind: .timeStep, size: 120, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .timeStep, size: -3600, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .timeStep, size: 619_315_200, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .jamming, size: 15, length: .seconds(600), outcome: .harmless),
        AttackedCase(kind: .equalSignals, size: 0.2, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .equalSignals, size: 0.8, length: .seconds(600), outcome: .held),
        AttackedCase(kind: .equalSignals, size: 3, length: .seconds(600), outcome: .notNoticeable),
    ]

    /// The attack, at a time that the seed draws within a track.
    func attack(seed: UInt64, after begin: Duration) -> Attack {
        Attack(kind, size, after: begin, for: length, seed: seed)
    }
}
