/// A receiver's report for one instant.
package enum Epoch: Hashable, Codable, Sendable {
    case fix(Fix)

    /// No position solution; with the time, if the receiver already has one, and its satellites, if it counts them.
    case noFix(time: UTCInstant?, satellites: SatelliteCount = SatelliteCount())
}
