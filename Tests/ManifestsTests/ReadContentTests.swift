import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink

@testable import Manifests

@Suite("A content")
struct ReadContentTests {
    private func read(_ text: String) throws -> ReadContent { ReadContent(try JSONObject(Array(text.utf8))) }

    @Test(
        "is told of each member that hosts leave out",
        arguments: [
            (#"{"text":"a","mine":{"rows":1},"class":["a","b"]}"#, []),
            (#"{"txet":"a"}"#, ["txet"]),
            (#"{"text":7,"class":[1],"icon":"Anchor","tint":null}"#, ["text", "class", "icon"]),
            (#"{"value":1e999,"unit":"kn","percentage":"x"}"#, ["value", "percentage"]),
            (#"{"value":[1],"label":"\#(String(repeating: "é", count: 81))"}"#, ["value", "label"]),
            (#"{"unit":"kn","link":"https://example.org"}"#, ["unit", "link"]),
            (#"{"gauge":{"value":1,"range":[1,1]}}"#, ["gauge.range"]),
            (#"{"gauge":{"range":[2,1,0],"zones":[]}}"#, ["gauge.value", "gauge.range", "gauge.zones"]),
            (
                #"{"gauge":{"value":1,"zones":[{"to":9,"tint":"red"},{"to":9,"tint":"mauve"}]}}"#,
                ["gauge.zones[1].to", "gauge.zones[1].tint"]
            ),
            (#"{"rows":[{"label":"a"},{"value":1},3]}"#, ["rows[1].label", "rows[2]"]),
            (
                "{\"rows\":[\(Array(repeating: #"{"label":"a"}"#, count: 17).joined(separator: ","))]}",
                ["rows"]
            ),
            (#"{"chart":{"values":[1]}}"#, ["chart.values"]),
            (
                #"{"chart":{"values":[1,null,"a"],"style":"pie","ends":["a"]}}"#,
                ["chart.style", "chart.values[2]", "chart.ends"]
            ),
            (#"{"compass":{"degrees":360}}"#, ["compass.degrees"]),
            (#"{"compass":245}"#, ["compass"]),
        ]
    )
    func mistakes(content: String, members: [String]) throws {
        #expect(Set(try read(content).mistakes.map(\.member)) == Set(members))
    }

    @Test("has a level wherever its gauge stands, also in a range wider than a number")
    func level() throws {
        func level(_ gauge: String) throws -> Double? { try read("{\"gauge\":\(gauge)}").percentage }
        #expect(try level(#"{"value":30}"#) == 30)
        #expect(try level(#"{"value":-4,"range":[-5,5]}"#) == 10)
        #expect(try level(#"{"value":99,"range":[-5,5]}"#) == 100)
        #expect(try level(#"{"value":0,"range":[-1.7e308,1.7e308]}"#) == 50)
    }

    @Test("has the same words for the library, the schema, the drawings and the page")
    func words() throws {
        func text(of path: String) throws -> String {
            String(decoding: try Checkout.bytes(of: "\(Checkout.root)/\(path)"), as: UTF8.self)
        }
        let icons = WidgetIcon.allCases.map(\.rawValue)
        let drawn = try text(of: "Sources/Board/Page/icons.svg").matches(of: #/<symbol id="(\w+)"/#)
        #expect(drawn.map { String($0.output.1) } == icons)
        let schema = try JSONObject(Array(try text(of: "docs/content.schema.json").utf8))
        func words(_ path: String...) -> [String]? {
            let value = path.reduce(schema.asValue) { value, name in
                value.flatMap { JSONObject($0) }?[name]
            }
            return value?.elements?.compactMap(\.text)
        }
        #expect(words("$defs", "icon", "enum") == icons)
        #expect(words("$defs", "tint", "enum") == WidgetTint.allCases.map(\.rawValue))
        #expect(words("properties", "link", "enum") == WidgetLink.allCases.map(\.rawValue))
        let page = try text(of: "Sources/Board/Page/content.js").replacing("\"\n  + \"", with: "")
        let document = try text(of: "docs/content.md").replacing("\n", with: " ")
        for list in [icons, WidgetTint.allCases.map(\.rawValue)] {
            #expect(page.contains("\"\(list.joined(separator: " "))\""))
            #expect(document.contains(list.map { "`\($0)`" }.joined(separator: " ")))
        }
    }
}
