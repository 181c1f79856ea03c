import LocationModel
import Regions
import Testing

@testable import Relay

@Suite("Regions from above")
struct RegionsFromAboveTests {
    private static let square = "[[[13,52],[14,52],[14,53],[13,53],[13,52]]]"

    private static func feature(_ id: String, _ geometry: String, _ properties: String = "{}") -> String {
        #"{"type":"Feature","id":"\#(id)","properties":\#(properties),"geometry":\#(geometry)}"#
    }

    private static func circle(_ id: String, radius: String = "300") -> String {
        feature(id, #"{"type":"Point","coordinates":[13.4,52.5]}"#, #"{"radius":\#(radius)}"#)
    }

    private static func polygon(_ id: String, _ rings: String = square) -> String {
        feature(id, #"{"type":"Polygon","coordinates":\#(rings)}"#)
    }

    private func read(_ features: String...) throws -> RegionsFromAbove {
        let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        return try RegionsFromAbove(Array(text.utf8))
    }

    @Test("are circles and polygons with names")
    func regions() throws {
        let named =
            #"{"type":"Feature","properties":{"name":"Hafen","radius":50},"#
            + #""geometry":{"type":"Point","coordinates":[1,2,3]}}"#
        let read = try read(Self.circle("depot"), Self.polygon("yard"), named)
        #expect(read.regions.map(\.identifier) == ["depot", "yard", "Hafen"] && read.refusals.isEmpty)
        guard case .circle(let circle) = read.regions[0].shape, case .polygons = read.regions[1].shape else {
            Issue.record("\(read.regions)")
            return
        }
        #expect(circle.radiusMeters == 300 && circle.center.latitudeDegrees == 52.5)
    }

    @Test("are refused one by one, by name, with the reason")
    func refusals() throws {
        let read = try read(
            Self.circle("small", radius: "1"),
            Self.circle("text", radius: #""300""#),
            Self.polygon("open", "[[[13,52],[14,52],[14,53],[13,53]]]"),
            Self.circle("good"),
            Self.circle("good"),
            "5",
            Self.circle(""),
            Self.feature("far", #"{"type":"Point","coordinates":[52,190]}"#, #"{"radius":50}"#)
        )
        #expect(read.regions.map(\.identifier) == ["good"])
        #expect(
            read.refusals.map(\.region) == [
                "small", "text", "open", "good", "features[5]", "features[6]", "far",
            ]
        )
        #expect(read.refusals[2].reason.contains("the last position must equal the first"))
        #expect(read.refusals[3].reason == "the name is taken")
    }

    @Test(
        "are not taken at all if nothing can be made of the message",
        arguments: [
            "x", "[]", #"{"type":"Feature"}"#, #"{"type":"FeatureCollection"}"#,
            #"{"type":"FeatureCollection","features":{}}"#,
            String(repeating: #"{"type":"FeatureCollection","features":["#, count: 40),
        ]
    )
    func nonsense(_ text: String) {
        #expect(throws: RegionsFromAbove.Mistake.self) { try RegionsFromAbove(Array(text.utf8)) }
    }

    @Test("are bounded in number and length")
    func bounds() throws {
        let many = (0...RegionsFromAbove.limit).map { Self.circle("r\($0)") }.joined(separator: ",")
        #expect(throws: RegionsFromAbove.Mistake("257 features are more than 256")) {
            try RegionsFromAbove(Array(#"{"type":"FeatureCollection","features":[\#(many)]}"#.utf8))
        }
        let long = [UInt8](repeating: 0x20, count: RegionsFromAbove.byteLimit + 1)
        #expect(throws: RegionsFromAbove.Mistake("1048577 bytes are more than 1048576")) {
            try RegionsFromAbove(long)
        }
    }

    @Test("replace those before as a whole, and leave alone what is as it was")
    func changes() throws {
        let read = try read(Self.circle("a"), Self.circle("b", radius: "500"), Self.polygon("c"))
        let before = try self.read(Self.circle("a"), Self.circle("b"), Self.circle("d")).regions
        var present = Dictionary(uniqueKeysWithValues: before.map { ($0.identifier, $0.shape) })
        var changes = read.changes(from: present)
        #expect(changes.removed == ["d"] && changes.added.map(\.identifier) == ["b", "c"])
        // As the service lists a polygon.
        for region in read.regions {
            guard case .polygons(let polygons) = region.shape else {
                present[region.identifier] = region.shape
                continue
            }
            let listed = #"{"type":"Feature","id":"c","properties":{},"geometry":\#(polygons.geoJSON)}"#
            present["c"] = try self.read(listed).regions[0].shape
        }
        present["d"] = nil
        changes = read.changes(from: present)
        #expect(changes.removed.isEmpty && changes.added.isEmpty)
        #expect(try RegionsFromAbove([]).changes(from: present).removed == ["a", "b", "c"])
    }
}
