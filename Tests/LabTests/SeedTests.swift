import Fuzzers
import Lab
import LinuxSystem
import TestSupport
import Testing

@Suite("A fuzzer")
struct SeedTests {
    /// What begins, ends and separates things in the languages of the seeds.
    private static let marks = Array("{}[]\",:\\u0e-n019.*$\r\n<>/= ".utf8) + [0, 0xFF]

    @Test("accepts each of its seeds, also with some bytes changed", arguments: fuzzers.keys.sorted())
    func seeds(_ name: String) throws {
        let folder = Checkout.root + "/Tests/Fuzzing/Corpus/" + name
        let fuzzer = try #require(fuzzers[name])
        let seeds = try Folder(folder).names(endingWith: "")
        #expect(!seeds.isEmpty)
        var random = SeededGenerator(seed: 1)
        // A run of the engine takes long.
        let count = ["FuzzEngine", "FuzzScenario"].contains(name) ? 20 : 400
        for seed in seeds {
            let bytes = try Checkout.bytes(of: "\(folder)/\(seed)")
            fuzzer(bytes)
            for _ in 0..<count { fuzzer(Self.changed(bytes, &random)) }
        }
    }

    private static func changed(_ seed: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let index = bytes.indices.randomElement(using: &random) else { break }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = .random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(marks.randomElement(using: &random) ?? 0, at: index)
            case 3: bytes.removeSubrange(index...)
            default:
                let piece = bytes[index...].prefix(.random(in: 1...16, using: &random))
                let count = Int.random(in: 1...20, using: &random)
                bytes.insert(contentsOf: repeatElement(piece, count: count).joined(), at: index)
            }
        }
        return bytes
    }
}
