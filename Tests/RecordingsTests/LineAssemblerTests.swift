import LocationModel
import Testing

@testable import Recordings

@Suite("A line of a recording")
struct LineAssemblerTests {
    /// The line feed counts too.
    private static let longest = 65_536

    @Test("is read up to the greatest length, in one piece or in two, and what follows a longer one")
    func length() {
        for (length, isRead) in [(Self.longest, true), (Self.longest + 1, false)] {
            for first in [length, 1, length - 1] {
                let line = [UInt8](repeating: 0x78, count: length - 1) + [0x0A]
                var assembler = LineAssembler()
                var read: [Int] = []
                for piece in [line[..<first], line[first...], [0x79, 0x0A]] {
                    assembler.append(Array(piece).span) { read.append($0.count) }
                }
                #expect(read == (isRead ? [length, 2] : [2]))
                #expect(assembler.tooLong == (isRead ? 0 : 1))
            }
        }
    }

    @Test("has no time that is too great for nanoseconds")
    func milliseconds() {
        #expect(UTCInstant(millisecondsSince1970: "9223372036854") != nil)
        #expect(UTCInstant(millisecondsSince1970: "9223372036855") == nil)
    }
}
