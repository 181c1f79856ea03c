import LocationModel
import Testing

@testable import WorldMap

@Suite("The map of the world")
struct WorldMapTests {
    private func paths(_ latitude: Double, _ longitude: Double, metersPerUnit: Double) throws -> MapPaths {
        let origin = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
        let frame = MapPaths.Frame(width: 1000, height: 600)
        return MapPaths(around: origin, metersPerUnit: metersPerUnit, frame: frame)
    }

    @Test("has coast, borders and names where they are")
    func parts() throws {
        let strait = try paths(50.95, 1.5, metersPerUnit: 100)
        #expect(!strait.coast.isEmpty && !strait.land.isEmpty && strait.borders.isEmpty)
        #expect(strait.places.contains { $0.name.text == "Calais" && abs($0.x - 250) < 60 && abs($0.y) < 40 })
        let inland = try paths(52.52, 13.4, metersPerUnit: 20)
        #expect(inland.coast.isEmpty && inland.places.first?.name.text == "Berlin")
        // Land all around is one rectangle, though a tile ends there.
        #expect(inland.land.contains("-500") && inland.land.contains("500"))
        let ocean = try paths(-40, -130, metersPerUnit: 100)
        #expect(ocean.land.isEmpty && ocean.places.isEmpty)
    }

    @Test("goes on over the date line, and ends at the poles")
    func edges() throws {
        let fiji = try paths(-16.8, 179.9, metersPerUnit: 300)
        let starts = fiji.coast.split(separator: "M").compactMap { Double($0.prefix { $0 != "," }) }
        #expect(starts.contains { $0 > 0 } && starts.contains { $0 < 0 })
        let pole = try paths(-89.9, 0, metersPerUnit: 1000)
        #expect(pole.land.isEmpty == false)
    }

    @Test("is drawn with few points when it is small")
    func small() throws {
        let europe = try paths(50, 10, metersPerUnit: 5000)
        #expect(europe.land.utf8.count < 230_000)
        #expect(europe.places.contains { $0.name.isCountry && $0.name.text == "Germany" })
    }

    @Test("refuses bytes that are no map, and reads nothing after their end")
    func damaged() {
        func tiles(_ bytes: [UInt8]) -> Int {
            WorldMap(bytes).tiles(west: -179, east: -178, south: -89, north: -88).count
        }
        #expect(tiles([]) == 0 && tiles(Array("WMAP0001".utf8)) == 0)
        var bytes = Array("WMAP0001".utf8) + [UInt8](repeating: 0, count: 4 * 649)
        for index in 0..<649 {
            // One tile of a byte that promises more than there is.
            let offset = 8 + 4 * 649 + (index == 0 ? 0 : 2)
            for byte in 0..<4 {
                bytes[8 + 4 * index + byte] = UInt8(truncatingIfNeeded: offset >> (8 * byte))
            }
        }
        #expect(tiles(bytes + [1, 0x7F]) == 1 && tiles(bytes) == 0)
    }
}
