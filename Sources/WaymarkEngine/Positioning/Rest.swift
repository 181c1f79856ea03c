import LocationModel

/// The detection of a machine at rest, from its believed fixes.
///
/// The machine rests while every fix may lie within a few metres of the first one. Movement counts only beyond the errors
/// of both fixes, so that noise does not end a rest.
struct Rest: Equatable, Sendable {
    /// The metres that a machine at rest may move: within a house, or with a boat at its mooring.
    private static let allowanceMeters = 20.0

    private var place: Fix?

    /// The start of the rest; `nil` before the first fix.
    private(set) var since: MonotonicInstant?

    mutating func record(_ fix: Fix, at now: MonotonicInstant) {
        guard let place else { return begin(fix, at: now) }
        let moved = place.coordinate.distanceMeters(to: fix.coordinate)
        let errors = place.assumedError95Meters + fix.assumedError95Meters
        if moved > Self.allowanceMeters + errors { return begin(fix, at: now) }
        // A place known better makes movement show sooner.
        if fix.assumedError95Meters < place.assumedError95Meters { self.place = fix }
    }

    private mutating func begin(_ fix: Fix, at now: MonotonicInstant) {
        place = fix
        since = now
    }
}
