import Fuzzers
import LinuxSystem
import TestSupport
import Testing

@Suite("A fuzzer")
struct SeedTests {
    @Test("takes each of its seeds", arguments: fuzzers.keys.sorted())
    func seeds(_ name: String) throws {
        let folder = Checkout.root + "/Tests/Fuzzing/Corpus/" + name
        let fuzzer = try #require(fuzzers[name])
        let seeds = try Folder(folder).names(endingWith: "")
        #expect(!seeds.isEmpty)
        for seed in seeds { fuzzer(try Checkout.bytes(of: "\(folder)/\(seed)")) }
    }
}
