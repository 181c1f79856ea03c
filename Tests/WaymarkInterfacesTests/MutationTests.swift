import RouteSimulator
import Testing
import Varlink
import WaymarkInterfaces

@Suite("Foreign parameters")
struct MutationTests {
    private static let seeds = [
        #"{"session":"s1","request":"r1","policy":"after","after":"2026-01-01T00:00:00Z","entries":"#
            + #"[{"date":"2026-01-01T00:00:00Z","content":{"text":"\u0041","n":[1e3,-0.5,null]}},{"date":"x","content":{}}]}"#,
        #"{"app":"org.example.app","kinds":[{"kind":"k","wantsLocation":true},{"kind":"l","wantsLocation":false}]}"#,
        #"{"limit":100,"app":"é"}"#,
    ]

    @Test("are read or refused, whatever is changed in them", arguments: 1...4 as ClosedRange<UInt64>)
    func neverTraps(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for round in 0..<3000 {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) { Self.mutate(&bytes, &random) }
            guard let object = try? JSONObject(bytes) else { continue }
            accepted += check(WidgetsInterface.DeliverTimeline.self, object)
            accepted += check(WidgetsInterface.Serve.self, object)
            accepted += check(SettingsInterface.ListAccesses.self, object)
        }
        #expect(accepted > 500)
    }

    /// What was read is written in a way that reads as the same.
    private func check<Parameters: MethodParameters>(_ type: Parameters.Type, _ object: JSONObject) -> Int {
        guard let parameters = try? Parameters(parameters: object) else { return 0 }
        #expect((try? Parameters(parameters: JSONObject(parameters.json))) == parameters)
        return 1
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard let index = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(Array("{}[]\",:\\u0e-n ".utf8).randomElement(using: &random) ?? 0, at: index)
        default:
            let end = Int.random(in: index..<bytes.count, using: &random)
            bytes.replaceSubrange(index...end, with: Array("[1,{\"a\":null}]".utf8).prefix(end - index))
        }
    }
}
