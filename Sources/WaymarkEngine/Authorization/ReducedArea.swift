package import LocationModel

/// The area that replaces a position under reduced accuracy: one cell of a grid that never moves.
///
/// Rows are 1/22 of a degree of latitude high, which is 5.05 km.
package struct ReducedArea: Hashable, Codable, Sendable {
    private let cell: GridCell

    /// Creates the cell that contains a position.
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

/// The location given to apps with reduced accuracy: the same for all, and seldom updated.
struct ReducedLocation: Hashable, Codable, Sendable {
    /// The least time between two updates: four times an hour at most.
    static let interval: Duration = .seconds(15 * 60)

    /// The distance in metres beyond its edge for which a cell is kept, so that staying near an edge does not show.
    private static let marginMeters = 500.0

    private struct Given: Hashable, Codable {
        var area: ReducedArea
        var fix: Fix
        var computedAt: MonotonicInstant
    }

    private var given: Given?

    /// The time to tell apps of an area that could not be computed when the machine entered it.
    private(set) var tellAt: MonotonicInstant?

    /// Returns the margin in metres beyond the edge of an area within which a place still counts as inside.
    static func margin(error95Meters: Double?) -> Double { max(marginMeters, error95Meters ?? 0) }

    /// Returns whether the machine has left the area that is given.
    func isLeft(at place: Coordinate, marginMeters: Double) -> Bool {
        given.map { !$0.area.holds(place, marginMeters: marginMeters) } ?? false
    }

    /// Returns how long the given area stays in force after the machine has left it.
    ///
    /// Returns `nil` when the right one can be given now.
    func remaining(at place: Coordinate, marginMeters: Double, now: MonotonicInstant) -> Duration? {
        guard let given, !given.area.holds(place, marginMeters: marginMeters) else { return nil }
        let remaining = now.duration(to: given.computedAt + Self.interval)
        return remaining > .zero ? remaining : nil
    }

    /// Returns the area that stands for a place where the machine is or was: the given one where that holds the place.
    func area(of place: Coordinate) -> ReducedArea {
        if let area = given?.area, area.holds(place, marginMeters: Self.marginMeters) { return area }
        return ReducedArea(of: place)
    }

    /// Schedules the time to tell apps of the right area; `nil` cancels it.
    mutating func tell(at instant: MonotonicInstant?) { tellAt = instant }

    /// Returns the reduced location for a fresh fix, and its age.
    mutating func reduce(_ fix: Fix, at now: MonotonicInstant) -> (fix: Fix, age: Duration) {
        if let given, now - given.computedAt < Self.interval {
            return (given.fix, given.computedAt.duration(to: now))
        }
        let margin = Self.margin(error95Meters: fix.accuracy?.horizontal95Meters)
        var area = ReducedArea(of: fix.coordinate)
        if let last = given?.area, last.holds(fix.coordinate, marginMeters: margin) { area = last }
        var reduced = Fix(time: fix.time, coordinate: area.center, mode: .twoDimensional)
        // An app may know that the place was stated, or simulated, but not how good the receiver is.
        if fix.source != .receiver { reduced.quality = fix.quality }
        let radius = area.radiusMeters + margin
        reduced.accuracy = FixAccuracy(
            horizontal68Meters: radius,
            horizontal95Meters: radius,
            source: .area
        )
        given = Given(area: area, fix: reduced, computedAt: now)
        return (reduced, .zero)
    }
}
