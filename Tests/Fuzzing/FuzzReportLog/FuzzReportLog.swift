import RecordingFuzzing

/// Decodes any bytes as a log of gpsd.
///
/// The first byte chooses the size of the pieces.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    guard input.count > 1 else { return 0 }
    let size = unsafe Int(input[0]) + 1
    let rest = unsafe Array(input.dropFirst())
    let first = #"{"class":"WATCH","enable":true,"json":true}"# + "\n"
    checkRecording(Array(first.utf8) + rest, inPiecesOf: size)
    return 0
}
