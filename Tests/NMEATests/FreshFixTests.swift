import LocationModel
import Testing

@testable import NMEA

@Suite("A fix")
struct FreshFixTests {
    private static let full =
        "$GPDTM,999,,0.08,N,0.07,E,-47.7,W84*1B\n"
        + "$GPRMC,120000,A,5230.0,N,01300.0,E,5.0,90.0,010126,,,A\n"
        + "$GPGGA,120000,5230.0,N,01300.0,E,1,08,1.0,10,M,40.0,M,,\n" + "$GPGSV,1,1,01,02,25,181,42\n"
    private static let bare = "$GPDTM,W84,,,,,,,W84\n$GPGLL,5231.0,N,01300.0,E,120001,A\n"

    private func values(of fix: Fix) -> [String] {
        Mirror(reflecting: fix).children.compactMap { child in
            let value = Mirror(reflecting: child.value)
            return value.displayStyle == .optional && value.children.isEmpty ? nil : child.label
        }
    }

    /// Fixes are built in place: a value that is not assigned each time would be left over from the last epoch.
    @Test("keeps no value of the previous one")
    func keepsNothing() throws {
        let both = decoded([UInt8]((Self.full + Self.bare).utf8), checksum: .ignored).epochs.fixes
        try #require(both.count == 2)
        // A new value must be added to the full epoch to be tested here; the decoder does not know its receiver, nor whether
        // that is trusted.
        #expect(values(of: both[0]).count == Mirror(reflecting: both[0]).children.count - 2)
        #expect(values(of: both[1]) == ["time", "coordinate", "mode", "quality", "accuracy"])
    }
}
