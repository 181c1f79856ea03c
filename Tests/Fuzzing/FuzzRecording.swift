/// Decodes any bytes as a recording: its form must be detected, or reported as unknown.
///
/// The first byte chooses the size of the pieces, the second the beginning of the recording, which few inputs would have by
/// chance.
func fuzzRecording(_ input: [UInt8]) {
    guard input.count > 2 else { return }
    let (size, kind) = (Int(input[0]) + 1, input[1])
    let rest = Array(input.dropFirst(2))
    for beginning in beginnings(of: kind, before: rest) { checkRecording(beginning, inPiecesOf: size) }
}

/// Returns recordings that hold `bytes` behind the beginning of a kind.
private func beginnings(of kind: UInt8, before bytes: [UInt8]) -> [[UInt8]] {
    switch kind % 10 {
    case 1: return [Array("1795248013.879461 $GPGGA,,,,,,0,,,,M,,M,,*66\n".utf8) + bytes]
    case 2: return [Array("<gpx>".utf8) + bytes, Array("<".utf8) + bytes]
    case 3:
        let magic: [UInt8] = [0x1F, 0x8B]
        // A header, one block that is not compressed, and then a checksum that hardly ever fits.
        let low = [UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8)]
        let header: [UInt8] = magic + [8, 0, 0, 0, 0, 0, 0, 3, 1] + low + low.map { ~$0 }
        return [magic + bytes, header + bytes + [UInt8](repeating: 0, count: 8)]
    case 4: return [Array((#"{"class":"WATCH","enable":true,"json":true}"# + "\n").utf8) + bytes]
    case 5: return [Array("Geolife trajectory\n\n\n\n\n\n1,2,0,3,4,2026-05-12,06:30:0".utf8) + bytes]
    case 6: return [Array(#"{"locations":[{"latitudeE7":1,"longitudeE7":2,"timestampMs":"3","#.utf8) + bytes]
    case 7: return [Array(#"{"rawSignals":[{"position":{"LatLng":"1°, 2°","#.utf8) + bytes]
    case 8: return [Array("Fix,GPS,1,2,3,4,5,6,7,".utf8) + bytes]
    case 9: return [[0xFF, 0xFE] + bytes, [0xFE, 0xFF] + bytes.flatMap { [0, $0] }]
    default: return [bytes]
    }
}
