import LocationModel
import Testing

@testable import NMEA

@Suite("A cached number")
struct CachedNumberTests {
    @Test("is returned for the same text and no other")
    func recalls() {
        let line = [UInt8]("123519.00,4807.038,N,rest of the line".utf8)
        for count in 1...16 {
            var text = line
            text[count - 1] = UInt8(ascii: ",")
            var cache = CachedNumber()
            #expect(cache.value(at: 0, in: text.span) == nil)
            cache.store(Int64(count), 0..<count, in: text.span)
            #expect(cache.value(at: 0, in: text.span) == Int64(count))
            for changed in 0..<18 {
                var other = text
                other[changed] ^= 1
                #expect(cache.value(at: 0, in: other.span) == (changed < count ? nil : Int64(count)))
            }
        }
    }

    @Test("is not stored without a comma after it, if it is too long, or at the end of the bytes")
    func notRemembered() {
        let text = [UInt8]("123519.00*65 and the rest,of the line".utf8)
        var cache = CachedNumber()
        for range in [0..<10, 0..<26, 20..<26 + 1, text.count - 10..<text.count] {
            cache.store(1, range, in: text.span)
            #expect(cache.value(at: range.lowerBound, in: text.span) == nil)
        }
    }

    @Test("is not returned if too few bytes are left to compare")
    func atTheEnd() {
        let text = [UInt8]("123519.00,4807.038,N".utf8)
        var cache = CachedNumber()
        cache.store(1, 0..<10, in: text.span)
        #expect(cache.value(at: 0, in: text.span) == 1)
        #expect(cache.value(at: 0, in: text.span.extracting(0..<15)) == nil)
    }
}

@Suite("A cached position")
struct CachedPositionTests {
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
            var cache = CachedPosition()
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
        var cache = CachedPosition()
        cache.store(try position(1), 0..<33, in: text.span)
        cache.store(try position(2), 80..<90, in: text.span)
        cache.store(try position(3), 0..<23, in: unended.span)
        #expect(cache.value(at: 0, in: text.span) == nil && cache.value(at: 0, in: unended.span) == nil)
    }
}
