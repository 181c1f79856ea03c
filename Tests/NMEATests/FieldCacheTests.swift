import LocationModel
import Testing

@testable import NMEA

@Suite("The text of the last time or day")
struct RecentNumberTests {
    @Test("is known again, and no other")
    func recalls() {
        let line = [UInt8]("123519.00,4807.038,N,rest of the line".utf8)
        for count in 1...16 {
            var text = line
            text[count - 1] = UInt8(ascii: ",")
            var recent = RecentNumber()
            #expect(recent.value(at: 0, in: text.span) == nil)
            recent.remember(Int64(count), 0..<count, in: text.span)
            #expect(recent.value(at: 0, in: text.span) == Int64(count))
            for changed in 0..<18 {
                var other = text
                other[changed] ^= 1
                #expect(recent.value(at: 0, in: other.span) == (changed < count ? nil : Int64(count)))
            }
        }
    }

    @Test("is not remembered where no comma ends it, nor if it is too long or at the end of all")
    func notRemembered() {
        let text = [UInt8]("123519.00*65 and the rest,of the line".utf8)
        var recent = RecentNumber()
        for range in [0..<10, 0..<26, 20..<26 + 1, text.count - 10..<text.count] {
            recent.remember(1, range, in: text.span)
            #expect(recent.value(at: range.lowerBound, in: text.span) == nil)
        }
    }

    @Test("is not known again where there are not enough bytes to look at it")
    func atTheEnd() {
        let text = [UInt8]("123519.00,4807.038,N".utf8)
        var recent = RecentNumber()
        recent.remember(1, 0..<10, in: text.span)
        #expect(recent.value(at: 0, in: text.span) == 1)
        #expect(recent.value(at: 0, in: text.span.extracting(0..<15)) == nil)
    }
}

@Suite("The text of the last position")
struct RecentPositionTests {
    /// A position that is told from others by its digits.
    private func position(_ digits: Int) throws -> Position {
        Position(
            coordinate: try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)),
            digits: digits
        )
    }

    @Test("is known again, and no other")
    func recalls() throws {
        let line = [UInt8]("4807.0381,N,01131.0001,E,rest of the line, long enough to be looked at".utf8)
        for count in 1...32 {
            var text = line
            text[count - 1] = UInt8(ascii: ",")
            var recent = RecentPosition()
            #expect(recent.value(at: 0, in: text.span) == nil)
            recent.remember(try position(count), 0..<count, in: text.span)
            #expect(recent.value(at: 0, in: text.span)?.digits == count)
            for changed in 0..<34 {
                var other = text
                other[changed] ^= 1
                #expect(recent.value(at: 0, in: other.span)?.digits == (changed < count ? nil : count))
            }
        }
    }

    @Test("is not remembered where no comma ends it, nor if it is too long or at the end of all")
    func notRemembered() throws {
        let text = [UInt8](repeating: UInt8(ascii: ","), count: 100)
        let unended = [UInt8]("4807.038,N,01131.000,E*65 and the rest of the line, long enough".utf8)
        var recent = RecentPosition()
        recent.remember(try position(1), 0..<33, in: text.span)
        recent.remember(try position(2), 80..<90, in: text.span)
        recent.remember(try position(3), 0..<23, in: unended.span)
        #expect(recent.value(at: 0, in: text.span) == nil && recent.value(at: 0, in: unended.span) == nil)
    }
}
