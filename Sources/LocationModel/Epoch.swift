/// A receiver's report for one instant.
package enum Epoch: Hashable, Sendable {
    /// A position solution.
    case fix(Fix)

    /// No position solution; with the time, if the receiver already has one.
    case noFix(time: UTCInstant?)
}
