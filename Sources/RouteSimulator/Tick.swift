import LocationModel

/// The step in which motion is integrated: one twentieth of a second.
///
/// It is the same at every output rate, so that one seed gives one drive, however often it is looked at.
enum Tick {
    static let perSecond = 20
    static let seconds = 1 / Double(perSecond)

    /// Returns the ticks nearest to `duration`.
    static func count(in duration: Duration) -> Int {
        Int((duration.inSeconds * Double(perSecond)).rounded())
    }
}

/// How often a receiver reports, 0.2 to 20 times a second.
package struct EpochRate: Hashable, Sendable {
    /// Motion steps between two reports.
    let ticks: Int

    /// Creates a rate, or `nil` unless 20 divided by it is a whole number from 1 to 100.
    package init?(hertz: Double) {
        guard hertz.isFinite, hertz > 0 else { return nil }
        let ticks = Double(Tick.perSecond) / hertz
        guard (1...100).contains(ticks.rounded()), abs(ticks - ticks.rounded()) < 1e-6 else { return nil }
        self.ticks = Int(ticks.rounded())
    }

    private init(ticks: Int) { self.ticks = ticks }

    /// One report a second, as most receivers do unless told otherwise.
    package static let everySecond = EpochRate(ticks: Tick.perSecond)

    /// The time from one report to the next.
    package var interval: Duration { .milliseconds(ticks * 1000 / Tick.perSecond) }
}
