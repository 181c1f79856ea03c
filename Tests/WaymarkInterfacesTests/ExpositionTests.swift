import Testing

@testable import WaymarkInterfaces

@Suite("Figures as text")
struct ExpositionTests {
    @Test("have no label that ends too early", arguments: [ExpositionForm.prometheus, .openMetrics])
    func labels(form: ExpositionForm) {
        let reply = InspectInterface.GetMetrics.Reply(metrics: [
            .init(
                name: "x",
                help: "a\\b\nc",
                kind: .gauge,
                samples: [.init(labels: [.init(name: "receiver", value: "\"\u{301}} 1\r\ny \\")], value: 1)]
            )
        ])
        let lines = reply.exposition(form).unicodeScalars.split(separator: "\n")
        #expect(lines.count == (form == .openMetrics ? 4 : 3))
        #expect(Array(lines[0]) == Array("# HELP x a\\\\b c".unicodeScalars))
        let sample = "x{receiver=\"\\\"\u{301}} 1  y \\\\\"} 1.0".unicodeScalars
        #expect(Array(lines[2]) == Array(sample), "\(reply.exposition(form))")
    }
}
