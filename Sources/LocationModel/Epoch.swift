/// What a receiver reported for one instant.
package enum Epoch: Hashable, Sendable {
    /// A position solution.
    case fix(Fix)

    /// No solution; the time, where the receiver has one already.
    case noFix(time: UTCInstant?)
}
