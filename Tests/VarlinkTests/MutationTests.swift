import RouteSimulator
import Testing
import Varlink

@Suite("Foreign bytes")
struct MutationTests {
    private static let seeds = [
        #"{"method":"io.waymark.Host.Watch","parameters":{"a":[1,-2.5e3,"x\u0041\ud83d\ude00"],"b":{"c":null}},"more":true}"#,
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"},"com.example":{}}"#,
        "{\"parameters\":{\"é\":\"€😀\"},\"continues\":true}",
    ]

    @Test(
        "either are a call or are refused, whatever is changed in them",
        arguments: 1...8 as ClosedRange<UInt64>
    )
    func neverTraps(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let service = try ServiceDescription(
            vendor: "v",
            product: "p",
            version: "1",
            url: "u",
            interfaces: []
        )
        var accepted = 0
        for round in 0..<1500 {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) { Self.mutate(&bytes, &random) }
            _ = try? ReceivedReply(parsing: bytes)
            guard let call = try? Call(parsing: bytes) else { continue }
            accepted += 1
            // What was accepted survives being written and read, and can be answered.
            #expect((try? Call(parsing: call.message.dropLast())) == call)
            if let reply = service.reply(to: call) {
                #expect((try? ReceivedReply(parsing: reply.message.dropLast())) != nil)
            }
        }
        #expect(accepted > 100)
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard let index = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(Array("{}[]\",:\\u0e-n ".utf8).randomElement(using: &random) ?? 0, at: index)
        case 3: bytes.removeSubrange(index...)
        default:
            let end = Int.random(in: index..<bytes.count, using: &random)
            bytes.insert(contentsOf: Array(bytes[index...end]), at: index)
        }
    }
}
