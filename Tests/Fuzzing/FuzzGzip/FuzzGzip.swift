import RecordingFuzzing

/// Takes any bytes for what stands behind the beginning of a gzip file, and for what is stored in one.
///
/// The first byte chooses how long the pieces are.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    guard input.count > 1 else { return 0 }
    let size = unsafe Int(input[0]) + 1
    let rest = unsafe Array(input.dropFirst())
    let magic: [UInt8] = [0x1F, 0x8B]
    checkRecording(magic + rest, inPiecesOf: size)
    // A header, one block that is not compressed, and then a checksum that hardly ever fits.
    let length = rest.count
    let low = [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
    let header: [UInt8] = magic + [8, 0, 0, 0, 0, 0, 0, 3, 1] + low + low.map { ~$0 }
    checkRecording(header + rest + [UInt8](repeating: 0, count: 8), inPiecesOf: size)
    return 0
}
