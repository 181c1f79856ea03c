/// A format of tracks, which is recognised by its beginning or by a line.
///
/// A ``RecordingDecoder`` reads GPX, and the foreign ones that it is given: those that no receiver writes.
package protocol TrackFormat: RecordingFormat, SendableMetatype {
    static var kind: RecordingForm.Kind { get }

    /// Whether a text begins as this format does, after a byte order mark and blanks.
    static func isBeginning(_ text: ArraySlice<UInt8>) throws(RecordingProblem) -> Bool

    /// Whether a line is of this format: for certain, or unless another line decides; `nil` if it may be in any.
    static func isCertain(from line: ArraySlice<UInt8>) -> Bool?

    /// The text is in UTF-8 if it `isUTF8`, whatever it declares, because it was converted.
    init(isUTF8: Bool)
}

extension TrackFormat {
    package static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool { false }
    package static func isCertain(from line: ArraySlice<UInt8>) -> Bool? { nil }
}
