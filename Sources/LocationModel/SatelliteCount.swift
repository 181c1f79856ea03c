/// The satellites of a receiver without a position, as it counts them itself.
package struct SatelliteCount: Hashable, Codable, Sendable {
    /// The number used, or tracked for use; `nil` if the receiver does not say.
    package var used: Int?

    /// The number in view, of all satellite systems together; `nil` if the receiver does not say.
    package var inView: Int?

    package init(used: Int? = nil, inView: Int? = nil) {
        self.used = used
        self.inView = inView
    }

    package var isEmpty: Bool { used == nil && inView == nil }
}
