/// What is known of magnetic north, which a compass alone cannot know.
///
/// The variation is that of the place, and changes by a degree in a day's sail: the newest one stated holds.
struct CompassContext: Hashable, Sendable {
    /// The newest variation stated, positive to the east.
    private(set) var variationDegrees: Double?

    /// Whether there are compasses that do not state it, so that reading it from RMC is worth the time.
    var wantsVariation = false

    /// Takes the variation that a compass stated, or notes that it needs one.
    mutating func take(_ hdg: HDG) {
        if let stated = hdg.variationDegrees { variationDegrees = stated } else { wantsVariation = true }
    }

    /// Takes the variation from fields 10 and 11 of RMC.
    @inline(never)
    mutating func takeVariation(ofRMC range: Range<Int>, in bytes: Span<UInt8>) {
        var fields = FieldCursor(range)
        fields.skip(9, in: bytes)
        // Receivers without a model of the field write zero.
        guard let stated = fields.eastward(in: bytes), stated != 0 else { return }
        variationDegrees = stated
    }
}
