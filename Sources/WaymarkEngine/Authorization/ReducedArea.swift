import CMath
package import LocationModel

/// The area that replaces a position under reduced accuracy: one cell of a grid that never moves.
///
/// Rows are 1/22 of a degree of latitude high, which is 5.05 km. Each row is divided into cells of equal width, about
/// as wide as high at the row's middle. An app that asks a thousand times from one place learns one cell.
package struct ReducedArea: Hashable, Sendable {
    private static let rowsPerDegree = 22.0
    private static let rowMeters = 111_195 / rowsPerDegree

    /// The row, counted from the south pole.
    package let row: Int

    /// The cell in its row, counted eastward from the date line.
    package let column: Int

    /// Creates the cell that contains a position.
    package init(of position: Coordinate) {
        let row = Int((position.latitudeDegrees + 90) * Self.rowsPerDegree)
        self.row = min(row, Int(180 * Self.rowsPerDegree) - 1)
        let cells = Self.cells(inRow: self.row)
        // Longitude 180 is the date line again, where the first cell begins.
        column = Int((position.longitudeDegrees + 180) / 360 * Double(cells)) % cells
    }

    /// The center, which is given out for every position in the cell.
    package var center: Coordinate {
        let cells = Self.cells(inRow: row)
        let latitude = (Double(row) + 0.5) / Self.rowsPerDegree - 90
        let longitude = (Double(column) + 0.5) / Double(cells) * 360 - 180
        guard let center = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else {
            preconditionFailure("row \(row) and column \(column) are on Earth")
        }
        return center
    }

    /// The radius in metres of a circle around the center that holds the whole cell.
    package var radiusMeters: Double {
        let halfHeight = 0.5 / Self.rowsPerDegree
        let halfWidth = 180.0 / Double(Self.cells(inRow: row))
        let middle = center
        // The side nearer to the equator is the longer one.
        let latitude = middle.latitudeDegrees + (middle.latitudeDegrees > 0 ? -halfHeight : halfHeight)
        let corner = Coordinate(
            latitudeDegrees: latitude,
            longitudeDegrees: max(middle.longitudeDegrees - halfWidth, -180)
        )
        return corner.map { middle.distanceMeters(to: $0) } ?? Self.rowMeters
    }

    /// Returns whether a position lies in the cell, or at most `marginMeters` outside.
    package func holds(_ position: Coordinate, marginMeters: Double) -> Bool {
        if ReducedArea(of: position) == self { return true }
        let middle = center
        let halfHeight = Self.rowMeters / 2 + marginMeters
        let metersPerDegree = 111_195 * cmath_cos(position.latitudeDegrees.inRadians)
        let halfWidth = 180 / Double(Self.cells(inRow: row)) * metersPerDegree + marginMeters
        let north = abs(position.latitudeDegrees - middle.latitudeDegrees) * 111_195
        let east =
            abs((position.longitudeDegrees - middle.longitudeDegrees).remainder(dividingBy: 360))
            * metersPerDegree
        return north <= halfHeight && east <= halfWidth
    }

    private static func cells(inRow row: Int) -> Int {
        let middle = (Double(row) + 0.5) / rowsPerDegree - 90
        return max(1, Int(360 * rowsPerDegree * cmath_cos(middle.inRadians)))
    }
}

/// The location given to apps with reduced accuracy: the same for all, and seldom updated.
struct ReducedLocation: Hashable, Sendable {
    /// The least time between two updates: four times an hour at most.
    static let interval: Duration = .seconds(15 * 60)

    /// The distance in metres beyond its edge for which a cell is kept, so that staying near an edge does not show.
    private static let marginMeters = 500.0

    private struct Given: Hashable {
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
