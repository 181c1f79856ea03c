import CWorldMap
package import LocationModel

/// Coastlines, lakes, borders, countries and larger places of the world, from Natural Earth 1:10m (public domain).
///
/// They are true to a few hundred metres. `scripts/make-map` makes the file and describes its form.
package struct WorldMap: Sendable {
    package struct Name: Sendable {
        package let text: String
        package let coordinate: Coordinate

        /// From 0, the most important; of countries and of places apart.
        package let rank: Int
        package let isCountry: Bool
    }

    /// Closed rings or open lines of one layer, in degrees, of one tile.
    package struct Line {
        package let points: [(longitude: Double, latitude: Double)]

        /// Whether the edge that ends at a point is only the cut along the edge of the tile.
        package let isCut: [Bool]
    }

    package struct Tile {
        package var land: [Line] = []
        package var lakes: [Line] = []
        package var borders: [Line] = []
        package var names: [Name] = []
    }

    package static let bundled: WorldMap = {
        let bytes = unsafe UnsafeBufferPointer(start: waymark_world_map(), count: waymark_world_map_size())
        return unsafe WorldMap(Array(bytes))
    }()

    package static let attribution = "Map: Natural Earth"

    /// The size of a tile in degrees, and in units of the file.
    static let tileDegrees = 10.0
    private static let tileUnits = 20_000
    private static let columns = 36
    private static let rows = 18

    private let bytes: [UInt8]

    /// The offsets at which the tiles begin, and that at which the last one ends; empty if the bytes are no
    /// map.
    private let offsets: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let count = Self.columns * Self.rows + 1
        guard bytes.starts(with: "WMAP0001".utf8), bytes.count >= 8 + 4 * count else {
            offsets = []
            return
        }
        let offsets = (0..<count).map { index in
            (0..<4).reduce(0) { $0 | Int(bytes[8 + 4 * index + $1]) << (8 * $1) }
        }
        let isOrdered = zip(offsets, offsets.dropFirst()).allSatisfy(<=)
        self.offsets = isOrdered && offsets[count - 1] == bytes.count ? offsets : []
    }

    /// Returns the tiles between these degrees; east of 180 and west of -180 the Earth goes on.
    package func tiles(west: Double, east: Double, south: Double, north: Double) -> [Tile] {
        guard !offsets.isEmpty, west < east, south < north else { return [] }
        func index(_ degrees: Double, from least: Double, to most: Double) -> Int {
            Int((min(max(degrees, least), most) / Self.tileDegrees).rounded(.down))
        }
        let (first, last) = (index(west + 180, from: -360, to: 720), index(east + 180, from: -360, to: 720))
        let (bottom, top) = (index(south + 90, from: 0, to: 179.999), index(north + 90, from: 0, to: 179.999))
        return (bottom...top).flatMap { row in
            (first...last).map { column in
                let wrapped = (column % Self.columns + Self.columns) % Self.columns
                return tile(row * Self.columns + wrapped, west: Double(column) * Self.tileDegrees - 180)
            }
        }
    }

    private func tile(_ index: Int, west: Double) -> Tile {
        var reader = Reader(bytes: bytes[offsets[index]..<offsets[index + 1]])
        let south = Double(index / Self.columns) * Self.tileDegrees - 90
        let unit = Self.tileDegrees / Double(Self.tileUnits)
        func lines(isRing: Bool) -> [Line] {
            (0..<min(reader.number(), bytes.count)).compactMap { _ -> Line? in
                let count = reader.number()
                guard count > 0, count <= bytes.count else { return nil }
                var (x, y) = (reader.number(), reader.number())
                var places = [(x: x, y: y)]
                for _ in 1..<count {
                    x += reader.difference()
                    y += reader.difference()
                    places.append((x, y))
                }
                let edges = isRing ? [places[count - 1]] + places.dropLast() : places
                return Line(
                    points: places.map { (west + Double($0.x) * unit, south + Double($0.y) * unit) },
                    isCut: zip(edges, places).map { from, to in
                        isRing
                            && (from.x == to.x && (to.x == 0 || to.x == Self.tileUnits)
                                || from.y == to.y && (to.y == 0 || to.y == Self.tileUnits))
                    }
                )
            }
        }
        var tile = Tile(land: lines(isRing: true), lakes: lines(isRing: true), borders: lines(isRing: false))
        for _ in 0..<min(reader.number(), bytes.count) {
            let (x, y, rank) = (reader.number(), reader.number(), reader.number())
            let (isCountry, text) = (reader.number() == 1, reader.text())
            let latitude = min(south + Double(y) * unit, 90)
            let longitude = (west + Double(x) * unit).remainder(dividingBy: 360)
            let coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            guard let coordinate else { continue }
            tile.names.append(Name(text: text, coordinate: coordinate, rank: rank, isCountry: isCountry))
        }
        return tile
    }

    /// Reads numbers; after the end all are zero.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func number() -> Int {
            var (value, shift) = (0, 0)
            while let byte = bytes.popFirst() {
                value |= Int(byte & 127) << shift
                shift += 7
                if byte < 128 || shift > 28 { break }
            }
            return value
        }

        mutating func difference() -> Int {
            let value = number()
            return value & 1 == 0 ? value >> 1 : -(value >> 1) - 1
        }

        mutating func text() -> String {
            let count = number()
            let text = bytes.prefix(count)
            bytes = bytes.dropFirst(text.count)
            return String(decoding: text, as: UTF8.self)
        }
    }
}
