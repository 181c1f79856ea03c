import Testing
import Varlink

@testable import Board

@Suite("The part of the map that a page asks for")
struct MapPartTests {
    private func part(_ members: String) throws -> MapPart {
        var json = JSONMembers(try JSONObject(Array("{\(members)}".utf8)))
        return try MapPart(&json)
    }

    @Test("has the coasts and the places around a place")
    func drawn() throws {
        let part = try part(
            #""latitudeDegrees":54.2,"longitudeDegrees":13.56,"metersPerPixel":100,"width":900,"height":900"#
        )
        let text = String(decoding: part.drawn(), as: UTF8.self)
        #expect(text.contains(#""coast":"M"#) && text.contains(#""text":"Stralsund""#), "\(text.prefix(300))")
    }

    @Test(
        "is bounded",
        arguments: [
            #""latitudeDegrees":91,"metersPerPixel":1,"width":9,"height":9"#,
            #""latitudeDegrees":1,"metersPerPixel":0,"width":9,"height":9"#,
            #""latitudeDegrees":1,"metersPerPixel":1e300,"width":9,"height":9"#,
            #""latitudeDegrees":1,"metersPerPixel":1,"width":1e9,"height":9"#,
            #""latitudeDegrees":1,"metersPerPixel":1,"width":9"#,
        ]
    )
    func refused(_ members: String) {
        #expect(throws: ParameterProblem.self) { try part(#""longitudeDegrees":0,\#(members)"#) }
    }
}
