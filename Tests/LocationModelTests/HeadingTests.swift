import LocationModel
import Testing

@Suite("A heading")
struct HeadingTests {
    @Test("has both norths by the variation of the place, whichever it was measured from")
    func completed() throws {
        let magnetic = try #require(Heading(compassDegrees: 350)).completed(variationDegrees: 15)
        #expect(magnetic.trueDegrees == 5 && magnetic.magneticDegrees == 350)
        #expect(magnetic.variationDegrees == 15)
        let west = try #require(Heading(compassDegrees: 5)).completed(variationDegrees: -15)
        #expect(west.trueDegrees == 350)
        var heading = try #require(Heading(compassDegrees: 0))
        (heading.trueDegrees, heading.magneticDegrees) = (5, nil)
        let turned = heading.completed(variationDegrees: 15)
        #expect(turned.magneticDegrees == 350 && turned.trueDegrees == 5)
        var both = magnetic
        both.trueDegrees = 7
        #expect(both.completed(variationDegrees: 3).trueDegrees == 7, "what was measured stays")
    }
}
