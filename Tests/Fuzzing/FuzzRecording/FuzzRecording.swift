import RecordingFuzzing

/// Takes any bytes for a recording: what it is must be told, or told to be nothing.
///
/// The first byte chooses how long the pieces are.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    guard input.count > 1 else { return 0 }
    let size = unsafe Int(input[0]) + 1
    let rest = unsafe Array(input.dropFirst())
    checkRecording(rest, inPiecesOf: size)
    return 0
}
