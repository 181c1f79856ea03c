import Lab
import LinuxSystem
import RouteSimulator
import TestSupport
import Testing

@Suite("A changed scenario")
struct MutationTests {
    /// Words that stand where others did.
    private static let values = [
        "0s", "10ms", "365d", "+2400000h", "-2400000h", "0m,0m", "1000km", "1mm", "1000000m,-1000000m",
        "89,180", "0",
        "360", "9223372036854775807", "23:59:60", "2027-04-01", "every", "within", "gps", "silent", "nowhere",
        String(repeating: "9", count: 400) + "m",
    ]

    /// Returns the lines of all sample scenarios that need no files.
    private func samples() throws -> [[[String]]] {
        let folder = Checkout.root + "/Samples/Scenarios"
        return try Folder(folder).names(endingWith: ".scenario").map { name in
            let text = String(decoding: try Checkout.bytes(of: "\(folder)/\(name)"), as: UTF8.self)
            return text.replacing("Europe/Berlin", with: "Etc/Two").split(
                separator: "\n",
                omittingEmptySubsequences: false
            ).map { line in
                line.split(separator: " ").map(String.init)
            }
        }
    }

    @Test("has mistakes, or runs to its end or its limit")
    func mutants() throws {
        let samples = try samples()
        var generator = SeededGenerator(seed: 38)
        var ran = 0
        for _ in 0..<100 {
            var lines = samples.randomElement(using: &generator) ?? []
            let others = samples.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let line = Int.random(in: 0..<lines.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: lines.remove(at: line)
                case 1: lines[line] = others.randomElement(using: &generator) ?? []
                default:
                    guard let word = lines[line].indices.randomElement(using: &generator) else { continue }
                    lines[line][word] = Self.values.randomElement(using: &generator) ?? ""
                }
                if lines.isEmpty { break }
            }
            let text = lines.map { $0.joined(separator: " ") }.joined(separator: "\n")
            guard let script = try? read(text) else { continue }
            var run = ScenarioRun(script, workLimit: 2000)
            _ = run.run()
            ran += 1
        }
        #expect(ran > 7, "\(ran)")
    }
}
