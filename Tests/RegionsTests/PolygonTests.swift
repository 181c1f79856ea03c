import LocationModel
import Testing
import Varlink

@testable import Regions

@Suite("The distance to an edge")
struct EdgeTests {
    @Test("of a circle is that of the ellipsoid", arguments: [(48.1, 11.5), (-89.95, 30), (10, 179.999)])
    func circle(_ latitude: Double, _ longitude: Double) throws {
        let center = try place(latitude, longitude)
        let circle = try #require(CircleShape(center: center, radiusMeters: 1000))
        for (east, north) in [(0.0, 0.0), (500, 0), (0, 999), (3000, -4000), (-50_000, 20_000)] {
            let here = center.offset(eastMeters: east, northMeters: north)
            let expected = center.distanceMeters(to: here) - 1000
            let edge = RegionShape.circle(circle).edgeMeters(from: SurfacePoint(here))
            #expect(abs(edge - expected) < 0.01 + 1e-5 * (expected + 1000))
        }
    }

    @Test(
        "of a polygon that ends at the date line is there, unless another polygon goes on behind it",
        arguments: [(179.9, 180.0, 179.999), (-180.0, -179.9, -179.999)]
    )
    func dateLine(west: Double, east: Double, inside: Double) throws {
        func ring(_ west: Double, _ east: Double) throws -> [Coordinate] {
            try [(0, west), (0, east), (0.1, east), (0.1, west), (0, west)].map { try place($0.0, $0.1) }
        }
        let here = SurfacePoint(try place(0.05, inside))
        let whole = try ring(west, east)
        let alone = try #require(PolygonShape(polygons: [[whole]]))
        #expect(abs(RegionShape.polygons(alone).edgeMeters(from: here) + 111.3) < 1)
        // The other side of the line, in the other way of writing it.
        let behind = try ring(-east, -west)
        let both = try #require(PolygonShape(polygons: [[whole], [behind]]))
        #expect(abs(RegionShape.polygons(both).edgeMeters(from: here) + 5530) < 40)
        // Its other edges that run from south to north are edges still.
        let far = SurfacePoint(try place(0.05, inside.sign == .minus ? -179.901 : 179.901))
        #expect(abs(RegionShape.polygons(both).edgeMeters(from: far) + 111.3) < 1)
    }

    @Test("of a far polygon is never overstated", arguments: [0.0, 60, 85, 89])
    func bound(_ latitude: Double) throws {
        let corner = latitude + 0.5
        let triangle = try polygon("[[[20,\(corner)],[21,\(corner)],[20.5,\(corner + 0.3)],[20,\(corner)]]]")
        for longitude in [0.0, 15, 19, 20.5, 100, -160] {
            let here = try place(latitude, longitude)
            let nearest = try (0...100).map {
                here.distanceMeters(to: try place(corner, 20 + Double($0) / 100))
            }.min()
            #expect(triangle.edgeMeters(from: SurfacePoint(here)) <= (nearest ?? 0) * 1.01 + 1)
        }
    }
}

@Suite("The rough circle of a polygon")
struct RoughCircleTests {
    @Test(
        "is around a corner and holds all of it, but is at most two and a half times as wide as needed",
        arguments: [(48, 0.9), (48, 0.009), (0, 0.009), (-89, 0.009)] as [(Double, Double)]
    )
    func size(latitude: Double, side: Double) throws {
        let (north, east) = (latitude + side, 11 + side)
        let square = try polygon(
            "[[[11,\(latitude)],[\(east),\(latitude)],[\(east),\(north)],[11,\(north)],[11,\(latitude)]]]"
        )
        let (center, radiusMeters) = try #require(square.roughCircle)
        #expect(try center == place(latitude, 11))
        let diagonal = center.distanceMeters(to: try place(north, east))
        #expect((diagonal..<2.5 * diagonal).contains(radiusMeters))
    }
}

@Suite("GeoJSON")
struct GeoJSONTests {
    @Test("takes holes out of a polygon")
    func holes() throws {
        let ring = try polygon("[[[0,0],[3,0],[3,3],[0,3],[0,0]],[[1,1],[2,1],[2,2],[1,2],[1,1]]]")
        #expect(try isInside(ring, 0.5, 0.5))
        #expect(try !isInside(ring, 1.5, 1.5))
        #expect(try !isInside(ring, 4, 1))
    }

    @Test("joins the polygons of a MultiPolygon and of a FeatureCollection, as editors of maps write it")
    func collection() throws {
        func feature(_ geometry: String) -> String {
            #"{"type":"Feature","properties":{"name":"x"},"geometry":\#(geometry)}"#
        }
        let one = feature(#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#)
        let two = feature(
            #"{"type":"MultiPolygon","coordinates":[[[[5,5],[6,5],[6,6],[5,5]]],[[[8,8],[9,8],[9,9],[8,8]]]]}"#
        )
        let islands = try shape(#"{"type":"FeatureCollection","features":[\#(one),\#(two)]}"#)
        for latitude in [0.4, 5.4, 8.4] { #expect(try isInside(islands, latitude, latitude + 0.1)) }
        #expect(try !isInside(islands, 3, 3))
        let point = feature(#"{"type":"Point","coordinates":[0,0]}"#)
        let problem = #expect(throws: GeoJSONProblem.self) {
            try shape(#"{"type":"FeatureCollection","features":[\#(one),\#(point)]}"#)
        }
        #expect(problem?.path == "features[1].geometry.type")
        let empty = #expect(throws: GeoJSONProblem.self) {
            try shape(#"{"type":"FeatureCollection","features":[]}"#)
        }
        #expect(empty?.description == "features is empty")
    }

    @Test("knows the date line, cut at it or not")
    func dateLine() throws {
        let whole = try polygon("[[[179,-17],[-179,-17],[-179,-16],[179,-16],[179,-17]]]")
        let halves = try shape(
            #"""
            {"type":"MultiPolygon","coordinates":[
            [[[179,-17],[180,-17],[180,-16],[179,-16],[179,-17]]],
            [[[-180,-17],[-179,-17],[-179,-16],[-180,-16],[-180,-17]]]]}
            """#
        )
        for shape in [whole, halves] {
            for longitude in [179.5, 180, -180, -179.999, -179.5] {
                #expect(try isInside(shape, -16.5, longitude))
                // The cut is no edge.
                #expect(try shape.edgeMeters(from: SurfacePoint(place(-16.5, longitude))) < -50_000)
            }
            #expect(try !isInside(shape, -16.5, 178.9))
            #expect(try !isInside(shape, -16.5, -178.9))
            #expect(try !isInside(shape, -16.5, 0))
        }
    }

    @Test("is as deep across the date line as elsewhere")
    func depthAcrossDateLine() throws {
        func square(_ west: Double, _ east: Double) throws -> RegionShape {
            try polygon("[[[\(west),-17],[\(east),-17],[\(east),-16.999],[\(west),-16.999],[\(west),-17]]]")
        }
        let (here, there) = (try square(9.9995, 10.0005), try square(179.9995, -179.9995))
        guard case (.polygons(let one), .polygons(let other)) = (here, there) else { return }
        #expect(abs(one.depthMeters - other.depthMeters) < 0.01)
    }

    @Test("knows an area around a pole")
    func pole() throws {
        let cap = try polygon("[[[-180,-90],[-180,-70],[-60,-65],[60,-70],[180,-70],[180,-90],[-180,-90]]]")
        #expect(try isInside(cap, -89, 0) && isInside(cap, -71, 180) && isInside(cap, -80, -180))
        #expect(try isInside(cap, -90, 12))
        #expect(try !isInside(cap, -60, 0) && !isInside(cap, 89, 0))
        #expect(try cap.edgeMeters(from: SurfacePoint(place(-80, 180))) < -50_000)
    }

    @Test(
        "names what is wrong and where",
        arguments: [
            ("{}", "type must be a string"),
            (
                #"{"type":"Point","coordinates":[0,0]}"#,
                #"type must be "Polygon", "MultiPolygon", "Feature" or "FeatureCollection""#
            ),
            (
                #"{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1],[1,1],[0,0]]]]}}"#,
                "geometry.coordinates[0][0][1] must be [longitude"
            ),
            (#"{"type":"Polygon","crs":{},"coordinates":[]}"#, "crs: coordinates must be on WGS-84"),
            (#"{"type":"Feature","geometry":{"type":"Feature"}}"#, "geometry.type must be"),
        ]
    )
    func mistakes(_ text: String, _ message: String) throws {
        let problem = #expect(throws: GeoJSONProblem.self) { try shape(text) }
        #expect(problem?.description.hasPrefix(message) == true, "\(problem?.description ?? "")")
    }

    @Test(
        "names what is wrong with the ring of a polygon and where",
        arguments: [
            ("[[0,0],[1,0],[0,0]]", "coordinates[0] must have four positions"),
            ("[[0,0],[1,0],[1,1],[0,1]]", "coordinates[0]: the last position"),
            (#"[[0,0],[1,"0"],[1,1],[0,0]]"#, "coordinates[0][1] must be [longitude"),
            ("[[0,0],[1,0],[48.1,111.5],[0,0]]", "coordinates[0][2]: longitude"),
            ("[[-180,60],[-60,60],[60,60],[180,60],[-180,60]]", "coordinates[0] goes around the Earth"),
            // Along the pole and over the date line: the store could not read it again.
            ("[[170,-80],[-132,-90],[-180,-90],[170,-80]]", "the GeoJSON object goes around the Earth"),
        ]
    )
    func mistakesOfRing(_ ring: String, _ message: String) throws {
        let problem = #expect(throws: GeoJSONProblem.self) { try polygon("[\(ring)]") }
        #expect(problem?.description.hasPrefix(message) == true, "\(problem?.description ?? "")")
    }

    @Test("has a limit of vertices")
    func limit() throws {
        let positions = (0..<PolygonShape.vertexLimit).map { "[\(Double($0) / 1000),\($0 % 2)]" }
        let problem = #expect(throws: GeoJSONProblem.self) {
            try polygon("[[\(positions.joined(separator: ",")),[0,0]]]")
        }
        let message = "coordinates[0]: a region may have \(PolygonShape.vertexLimit) vertices"
        #expect(problem?.description == message)
        // It is for the region, not for each of its rings.
        let half = positions.prefix(PolygonShape.vertexLimit / 2).joined(separator: ",") + ",[0,0]"
        let together = #expect(throws: GeoJSONProblem.self) {
            try shape(#"{"type":"MultiPolygon","coordinates":[[[\#(half)]],[[\#(half)]]]}"#)
        }
        #expect(together?.path == "coordinates[1][0]")
    }
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
}

private func shape(_ text: String) throws -> RegionShape {
    .polygons(try PolygonShape(geoJSON: JSONObject(Array(text.utf8))))
}

private func polygon(_ coordinates: String) throws -> RegionShape {
    try shape(#"{"type":"Polygon","coordinates":\#(coordinates)}"#)
}

private func isInside(_ shape: RegionShape, _ latitude: Double, _ longitude: Double) throws -> Bool {
    shape.edgeMeters(from: SurfacePoint(try place(latitude, longitude))) < 0
}
