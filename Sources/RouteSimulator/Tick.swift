import LocationModel

/// The step in which motion is integrated: one twentieth of a second.
///
/// It is the same at every output rate, so that one seed gives one drive, however often it is looked at.
enum Tick {
    static let perSecond = 20
    static let milliseconds = 1000 / perSecond
    static let seconds = 1 / Double(perSecond)

    /// Returns the ticks nearest to `duration`.
    static func count(in duration: Duration) -> Int {
        Int((duration.inSeconds * Double(perSecond)).rounded())
    }
}

/// How often a receiver reports, 0.2 to 20 times a second, in whole milliseconds as receivers count them.
package struct EpochRate: Hashable, Sendable {
    /// Milliseconds between two reports.
    let milliseconds: Int

    /// Creates the rate whose interval is nearest to that of `hertz`, or `nil` unless it is from 0.2 to 20.
    package init?(hertz: Double) {
        guard (0.2...20).contains(hertz) else { return nil }
        milliseconds = Int((1000 / hertz).rounded())
    }

    /// One report a second, as most receivers do unless told otherwise.
    package static let everySecond = EpochRate(milliseconds: 1000)

    private init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// The time from one report to the next.
    package var interval: Duration { .milliseconds(milliseconds) }
}
