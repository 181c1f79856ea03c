/// The magnetic variation, which a compass alone cannot know.
///
/// The variation depends on the place and changes by a degree within a day's sail, so the newest value counts.
struct CompassContext: Hashable, Sendable {
    /// The newest reported variation, positive to the east.
    private(set) var variationDegrees: Double?

    /// Whether a compass needs the variation, so that reading it from RMC is worth the time.
    var wantsVariation = false

    /// Records the variation of HDG, or that the compass needs one.
    mutating func record(_ hdg: HDG) {
        if let stated = hdg.variationDegrees { variationDegrees = stated } else { wantsVariation = true }
    }

    /// Reads the variation from fields 10 and 11 of RMC.
    mutating func readVariation(ofRMC range: Range<Int>, in bytes: Span<UInt8>) {
        var fields = FieldCursor(range)
        fields.skip(9, in: bytes)
        // Receivers without a magnetic model write zero.
        guard let stated = fields.eastward(in: bytes), stated != 0 else { return }
        variationDegrees = stated
    }
}
