import RecordingFuzzing

/// Decompresses any bytes as the rest of a gzip file, and as its content.
///
/// The first byte chooses the size of the pieces.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    guard input.count > 1 else { return 0 }
    let size = unsafe Int(input[0]) + 1
    let rest = unsafe Array(input.dropFirst())
    let magic: [UInt8] = [0x1F, 0x8B]
    checkRecording(magic + rest, inPiecesOf: size)
    // A header, one uncompressed block, and a checksum that hardly ever matches.
    let length = rest.count
    let low = [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
    let header: [UInt8] = magic + [8, 0, 0, 0, 0, 0, 0, 3, 1] + low + low.map { ~$0 }
    checkRecording(header + rest + [UInt8](repeating: 0, count: 8), inPiecesOf: size)
    return 0
}
