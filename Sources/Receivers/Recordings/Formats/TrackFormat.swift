/// A format of tracks, which is recognised by its beginning or by a line.
///
/// A ``RecordingDecoder`` reads GPX, and the foreign formats that it is given, which no receiver writes.
package protocol TrackFormat: RecordingFormat, SendableMetatype {
    static var kind: RecordingForm.Kind { get }

    /// Returns whether a text begins as this format does, after a byte order mark and blanks.
    static func isBeginning(_ text: ArraySlice<UInt8>) throws(RecordingProblem) -> Bool

    /// Returns `true` for a line surely of this format, `false` if another line may decide, `nil` if it shows
    /// nothing.
    static func isCertain(from line: ArraySlice<UInt8>) -> Bool?

    /// Creates a decoder; with `isUTF8` the text was converted to UTF-8, whatever it declares.
    init(isUTF8: Bool)
}

extension TrackFormat {
    package static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool { false }
    package static func isCertain(from line: ArraySlice<UInt8>) -> Bool? { nil }
}
