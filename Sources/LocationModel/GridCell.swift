import Glibc

/// One cell of a fixed grid, which stands for all positions in it.
///
/// Each row of the grid is divided into cells of equal width, about as wide as high at the row's middle. An app that asks
/// a thousand times from one place learns one cell: there is nothing to average.
package struct GridCell: Hashable, Codable, Sendable {
    /// The number of rows in a degree of latitude, which is 111 km.
    private let rowsPerDegree: Double

    /// The row, counted from the south pole.
    package let row: Int

    /// The cell in its row, counted eastward from the date line.
    package let column: Int

    /// Creates the cell that contains `position`; `rowsPerDegree` is at least 0.1.
    package init(of position: Coordinate, rowsPerDegree: Double) {
        self.rowsPerDegree = rowsPerDegree
        let row = Int((position.latitudeDegrees + 90) * rowsPerDegree)
        self.row = min(row, Int((180 * rowsPerDegree).rounded(.up)) - 1)
        let cells = Self.cells(inRow: self.row, rowsPerDegree)
        // Longitude 180 is the date line again, where the first cell begins.
        column = Int((position.longitudeDegrees + 180) / 360 * Double(cells)) % cells
    }

    /// The center, which is given out for every position in the cell.
    package var center: Coordinate {
        // The last row may reach beyond the pole.
        let latitude = min((Double(row) + 0.5) / rowsPerDegree - 90, 90)
        let longitude = (Double(column) + 0.5) / Double(cellsInRow) * 360 - 180
        guard let center = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else {
            preconditionFailure("row \(row) and column \(column) are on Earth")
        }
        return center
    }

    /// The radius in metres of a circle around the center that holds the whole cell.
    package var radiusMeters: Double {
        let halfHeight = 0.5 / rowsPerDegree
        let halfWidth = 180.0 / Double(cellsInRow)
        let middle = center
        // The side nearer to the equator is the longer one.
        let latitude = middle.latitudeDegrees + (middle.latitudeDegrees > 0 ? -halfHeight : halfHeight)
        let corner = Coordinate(
            latitudeDegrees: latitude,
            longitudeDegrees: max(middle.longitudeDegrees - halfWidth, -180)
        )
        return corner.map { middle.distanceMeters(to: $0) } ?? Self.metersPerDegree / rowsPerDegree
    }

    /// Returns whether a position lies in the cell, or at most `marginMeters` outside.
    package func holds(_ position: Coordinate, marginMeters: Double) -> Bool {
        if GridCell(of: position, rowsPerDegree: rowsPerDegree) == self { return true }
        let middle = center
        let halfHeight = Self.metersPerDegree / rowsPerDegree / 2 + marginMeters
        let metersPerDegree = Self.metersPerDegree * cos(position.latitudeDegrees.inRadians)
        let halfWidth = 180 / Double(cellsInRow) * metersPerDegree + marginMeters
        let north = abs(position.latitudeDegrees - middle.latitudeDegrees) * Self.metersPerDegree
        let east =
            abs((position.longitudeDegrees - middle.longitudeDegrees).remainder(dividingBy: 360))
            * metersPerDegree
        return north <= halfHeight && east <= halfWidth
    }

    private static let metersPerDegree = 111_195.0

    private var cellsInRow: Int { Self.cells(inRow: row, rowsPerDegree) }

    private static func cells(inRow row: Int, _ rowsPerDegree: Double) -> Int {
        let middle = (Double(row) + 0.5) / rowsPerDegree - 90
        return max(1, Int(360 * rowsPerDegree * cos(middle.inRadians)))
    }
}
