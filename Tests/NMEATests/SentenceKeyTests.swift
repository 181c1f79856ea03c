import Testing

@testable import NMEA

@Suite("A set of sentence keys")
struct SentenceKeyTests {
    @Test("has room for twelve, each once, and ignores more")
    func room() {
        var keys = SentenceKeySet()
        let all = (1...14).map { SentenceKey(proprietary: $0) }
        for key in [all[0], all[0]] + all { keys.insert(key) }
        let found = all.map { keys.contains($0) }
        #expect(found == [Bool](repeating: true, count: 12) + [false, false])
        keys.removeAll()
        let isThere = keys.contains(all[0])
        #expect(!isThere)
    }
}
