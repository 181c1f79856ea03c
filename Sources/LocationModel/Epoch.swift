/// A receiver's report for one instant.
package enum Epoch: Hashable, Codable, Sendable {
    case fix(Fix)

    /// No position solution; the time is there if the receiver has it, the satellites if it counts them.
    case noFix(time: UTCInstant?, satellites: SatelliteCount = SatelliteCount())
}
