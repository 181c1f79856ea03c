import LocationModel
import Testing

@testable import NMEA

@Suite("A cached text")
struct CachedTextTests {
    /// Returns a position that is identified by its number of digits.
    private func position(_ digits: Int) throws -> Position {
        Position(
            coordinate: try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)),
            digits: digits
        )
    }

    @Test("is returned for the same text and no other")
    func recalls() throws {
        let line = [UInt8]("4807.0381,N,01131.0001,E,rest of the line, long enough to be looked at".utf8)
        for count in 1...32 {
            var text = line
            text[count - 1] = UInt8(ascii: ",")
            var cache = CachedText<Position>()
            #expect(cache.value(at: 0, in: text.span) == nil)
            cache.store(try position(count), 0..<count, in: text.span)
            #expect(cache.value(at: 0, in: text.span)?.digits == count)
            for changed in 0..<34 {
                var other = text
                other[changed] ^= 1
                #expect(cache.value(at: 0, in: other.span)?.digits == (changed < count ? nil : count))
            }
        }
    }

    @Test("is not stored without a comma after it, if it is too long, or at the end of the bytes")
    func notRemembered() throws {
        let text = [UInt8](repeating: UInt8(ascii: ","), count: 100)
        let unended = [UInt8]("4807.038,N,01131.000,E*65 and the rest of the line, long enough".utf8)
        var cache = CachedText<Position>()
        cache.store(try position(1), 0..<33, in: text.span)
        cache.store(try position(2), 80..<90, in: text.span)
        cache.store(try position(3), 0..<23, in: unended.span)
        #expect(cache.value(at: 0, in: text.span) == nil && cache.value(at: 0, in: unended.span) == nil)
    }

    @Test("is not returned if too few bytes are left to compare")
    func atTheEnd() throws {
        let text = [UInt8]("123519.00,4807.038,N,01131.000,E".utf8)
        var cache = CachedText<Position>()
        cache.store(try position(1), 0..<10, in: text.span)
        #expect(cache.value(at: 0, in: text.span)?.digits == 1)
        #expect(cache.value(at: 0, in: text.span.extracting(0..<31)) == nil)
    }
}
