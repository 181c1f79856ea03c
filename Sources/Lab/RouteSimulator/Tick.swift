import LocationModel

/// The time step of the motion: one twentieth of a second.
///
/// It is the same at every reporting rate, so that a seed gives the same drive at every rate.
enum Tick {
    static let perSecond = 20
    static let milliseconds = 1000 / perSecond
    static let seconds = 1 / Double(perSecond)

    static func count(in duration: Duration) -> Int {
        Int((duration.inSeconds * Double(perSecond)).rounded())
    }
}

/// A reporting rate of 0.2 to 20 Hz, with an interval of whole milliseconds as in receivers.
package struct EpochRate: Hashable, Sendable {
    let milliseconds: Int

    /// Creates the rate nearest to `hertz`, or `nil` if that is outside `0.2...20`.
    package init?(hertz: Double) {
        guard (0.2...20).contains(hertz) else { return nil }
        milliseconds = Int((1000 / hertz).rounded())
    }

    /// 1 Hz, the default of most receivers.
    package static let everySecond = EpochRate(milliseconds: 1000)

    private init(milliseconds: Int) { self.milliseconds = milliseconds }

    package var interval: Duration { .milliseconds(milliseconds) }
}
