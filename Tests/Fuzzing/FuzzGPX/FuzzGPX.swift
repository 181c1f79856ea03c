import RecordingFuzzing

/// Parses any bytes as the inside of a GPX file, and as a whole one.
///
/// The first byte chooses the size of the pieces.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    guard input.count > 1 else { return 0 }
    let size = unsafe Int(input[0]) + 1
    let rest = unsafe Array(input.dropFirst())
    checkRecording(Array("<gpx>".utf8) + rest, inPiecesOf: size)
    checkRecording(Array("<".utf8) + rest, inPiecesOf: size)
    return 0
}
