import Regions
import Testing
import Varlink

@Suite("GeoJSON at its limits")
struct GeoJSONLimitTests {
    private func polygon(_ coordinates: String) throws -> PolygonShape {
        let text = #"{"type":"Polygon","coordinates":\#(coordinates)}"#
        return try PolygonShape(geoJSON: JSONObject(Array(text.utf8)))
    }

    @Test("has as many vertices as a region may have")
    func mostVertices() throws {
        let positions = (1..<PolygonShape.vertexLimit).map { "[\(Double($0) / 1000),\($0 % 2)]" }
        let shape = try polygon("[[\(positions.joined(separator: ",")),[0.001,1]]]")
        #expect(shape.vertexCount == PolygonShape.vertexLimit)
    }

    @Test(
        "has no longitude beyond the date line and no latitude beyond a pole",
        arguments: ["[181,1]", "[-181,1]", "[10,91]", "[10,-91]"]
    )
    func range(position: String) throws {
        let problem = #expect(throws: GeoJSONProblem.self) {
            try polygon("[[[0,0],[1,0],\(position),[0,0]]]")
        }
        #expect(problem?.mistake == .outOfRange && problem?.path == "coordinates[0][2]")
    }

    @Test(
        "reaches to the date line and to the poles",
        arguments: ["[1,0],[180,1]", "[-1,0],[-180,1]", "[1,0],[10,90]", "[1,0],[10,-90]"]
    )
    func ends(positions: String) throws {
        #expect(try polygon("[[[0,0],\(positions),[0,0]]]").vertexCount == 4)
    }

    @Test("has nothing in a position behind the altitude")
    func altitude() throws {
        #expect(try polygon("[[[0,0,5],[1,0,5],[1,1,5],[0,0,5]]]").vertexCount == 4)
        let problem = #expect(throws: GeoJSONProblem.self) {
            try polygon("[[[0,0],[1,0,5,7],[1,1],[0,0]]]")
        }
        #expect(problem?.mistake == .notAPosition && problem?.path == "coordinates[0][1]")
    }
}
