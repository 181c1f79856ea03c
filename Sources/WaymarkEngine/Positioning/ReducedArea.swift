package import LocationModel

/// The area that replaces a position under reduced accuracy: one cell of a grid that never moves.
///
/// Rows are 1/22 of a degree of latitude high, which is 5.05 km.
package struct ReducedArea: Hashable, Sendable {
    private let cell: GridCell

    package init(of position: Coordinate) { cell = GridCell(of: position, rowsPerDegree: 22) }

    /// The center, which is given out for every position in the cell.
    package var center: Coordinate { cell.center }

    /// The radius in metres of a circle around the center that holds the whole cell.
    package var radiusMeters: Double { cell.radiusMeters }

    /// Returns whether a position lies in the cell, or at most `marginMeters` outside.
    package func holds(_ position: Coordinate, marginMeters: Double) -> Bool {
        cell.holds(position, marginMeters: marginMeters)
    }
}

extension ReducedArea: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(of: try Coordinate(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws { try center.encode(to: encoder) }
}

/// The location given to apps with reduced accuracy: the same for all, and computed by a clock of its own.
///
/// It is computed four times an hour, whoever asks and wherever the machine goes. So neither the time at which an area
/// changes nor the answer to a call tells when the machine left a cell, and with that how near the edge it is.
package struct ReducedLocation: Equatable, Sendable {
    static let interval: Duration = .seconds(15 * 60)

    /// The age up to which a fix counts when the area is computed: as long as receivers pause.
    private static let longestAge: Duration = .seconds(5 * 60)

    /// The distance in metres beyond its edge for which a cell is kept, so that staying near an edge does not show.
    private static let marginMeters = 500.0

    private struct Given: Equatable {
        var area: ReducedArea
        var fix: Fix
        var fixedAt: MonotonicInstant

        /// The number of the latest significant change before it was computed.
        var change: UInt64
    }

    private var given: Given?

    /// The last area that was given before a restart of the service.
    ///
    /// If it were forgotten, another area for a machine at rest would tell that an edge is near.
    private let restored: ReducedArea?
    private var nextAt: MonotonicInstant

    /// Whether the next fix gives the area: it is the first, or the last one was too old at the last computation.
    private var isDueWithFix = true

    /// Creates the clock; with a secret, nobody can tell its phase.
    package init(
        _ secret: NumberingSecret?,
        restoring area: ReducedArea? = nil,
        at start: MonotonicInstant
    ) {
        restored = area
        nextAt = start + Self.interval - (secret?.phase(of: Self.interval) ?? .zero)
    }

    /// The area that is given; `nil` before the first fix.
    package var area: ReducedArea? { given?.area }

    /// The last area that was given, also before a restart of the service.
    var lastArea: ReducedArea? { given?.area ?? restored }

    /// The number of the latest significant change before the area was computed.
    var change: UInt64 { given?.change ?? 0 }

    /// The location that was given last, and the time of the fix that it was computed from; `nil` before the first fix.
    var last: (fix: Fix, fixedAt: MonotonicInstant)? { given.map { ($0.fix, $0.fixedAt) } }

    /// Returns the margin in metres beyond the edge of an area within which a place still counts as inside.
    static func margin(error95Meters: Double?) -> Double { max(marginMeters, error95Meters ?? 0) }

    /// Returns the area that stands for a place where the machine is or was: the last one where that holds the place.
    func area(of place: Coordinate, error95Meters: Double? = nil) -> ReducedArea {
        let margin = Self.margin(error95Meters: error95Meters)
        if let area = lastArea, area.holds(place, marginMeters: margin) { return area }
        return ReducedArea(of: place)
    }

    /// Returns the location given for a fix, and the time of the fix that it was computed from.
    func location(for received: FixSelection.Received) -> (fix: Fix, fixedAt: MonotonicInstant) {
        let given = given.flatMap { isDueWithFix ? nil : $0 } ?? computed(from: received, change: 0)
        return (given.fix, given.fixedAt)
    }

    /// Records a believed fix, which gives the area if none is known, and returns whether the area has
    /// changed.
    package mutating func record(_ received: FixSelection.Received, change: UInt64) -> Bool {
        isDueWithFix && compute(from: received, change: change)
    }

    package mutating func computeIfDue(
        from latest: FixSelection.Received?,
        change: UInt64,
        at now: MonotonicInstant
    ) -> Bool {
        guard nextAt <= now else { return false }
        let last = nextAt + Self.interval * Int(nextAt.duration(to: now) / Self.interval)
        nextAt = last + Self.interval
        guard let latest, latest.receivedAt.duration(to: last) <= Self.longestAge else {
            isDueWithFix = true
            return false
        }
        return compute(from: latest, change: change)
    }

    /// Computes the area again if it comes from a fix since `start`, from a fresh fix or else the next one;
    /// returns whether it has changed.
    mutating func replace(
        computedSince start: MonotonicInstant,
        from fresh: FixSelection.Received?,
        change: UInt64
    ) -> Bool {
        guard let given, given.fixedAt >= start else { return false }
        isDueWithFix = true
        return fresh.map { compute(from: $0, change: change) } ?? false
    }

    /// Returns the time of the next computation if it will bring another area, should the machine stay where it is.
    func nextChange(from latest: FixSelection.Received?) -> MonotonicInstant? {
        guard let latest, latest.receivedAt.duration(to: nextAt) <= Self.longestAge,
            area(for: latest.fix) != given?.area
        else { return nil }
        return nextAt
    }

    private mutating func compute(from received: FixSelection.Received, change: UInt64) -> Bool {
        let before = given?.area
        given = computed(from: received, change: change)
        isDueWithFix = false
        return before != given?.area
    }

    private func area(for fix: Fix) -> ReducedArea {
        area(of: fix.coordinate, error95Meters: fix.accuracy?.horizontal95Meters)
    }

    private func computed(from received: FixSelection.Received, change: UInt64) -> Given {
        let (fix, area) = (received.fix, area(for: received.fix))
        var reduced = Fix(time: fix.time, coordinate: area.center, mode: .twoDimensional)
        // An app may know that the place was stated, or simulated, but not which receiver it is, nor how good.
        if fix.source == .stated || fix.source == .simulated { reduced.quality = fix.quality }
        let radius = area.radiusMeters + Self.margin(error95Meters: fix.accuracy?.horizontal95Meters)
        reduced.accuracy = FixAccuracy(
            horizontal68Meters: radius,
            horizontal95Meters: radius,
            source: .area
        )
        return Given(area: area, fix: reduced, fixedAt: received.receivedAt, change: change)
    }
}
