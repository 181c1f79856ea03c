import LocationModel
import NMEA

/// Decodes any bytes: they make sound epochs or are counted, and how they are cut into chunks makes no difference.
///
/// The first byte chooses the rule for checksums and when epochs close, the second how long the chunks are.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    guard input.count > 2 else { return 0 }
    let (choice, length) = unsafe (input[0], Int(input[1]) + 1)
    let bytes = unsafe Array(input.dropFirst(2))
    // A checksum is easily broken and hardly ever hit, so it counts only now and then.
    let rule: ChecksumRule =
        switch choice % 4 {
        case 0: .required
        case 1: .optional
        default: .ignored
        }
    let atOnce = decoded(bytes, by: rule, closesPromptly: choice & 4 != 0, chunk: bytes.count)
    let inChunks = decoded(bytes, by: rule, closesPromptly: choice & 4 != 0, chunk: length)
    precondition(atOnce.statistics == inChunks.statistics)
    precondition(atOnce.epochs == inChunks.epochs)
    precondition(atOnce.statistics.bytes == bytes.count)
    precondition(atOnce.statistics.epochs == atOnce.epochs.count)
    for case .fix(let fix) in atOnce.epochs { check(fix) }
    return 0
}

private func decoded(
    _ bytes: [UInt8],
    by rule: ChecksumRule,
    closesPromptly: Bool,
    chunk: Int
) -> (epochs: [Epoch], statistics: DecodeStatistics) {
    var decoder = NMEADecoder(checksumRule: rule, closesPromptly: closesPromptly)
    var epochs: [Epoch] = []
    var start = 0
    while start < bytes.count {
        let end = min(start + chunk, bytes.count)
        decoder.decode(bytes.span.extracting(start..<end)) { epochs.append($0) }
        start = end
    }
    decoder.finish { epochs.append($0) }
    return (epochs, decoder.statistics)
}

private func check(_ fix: Fix) {
    let numbers = [
        fix.altitudeMeters, fix.geoidSeparationMeters, fix.speedMetersPerSecond, fix.courseDegrees,
        fix.horizontalDilution, fix.accuracy?.vertical68Meters,
    ]
    precondition(numbers.allSatisfy { $0?.isFinite ?? true })
    precondition(fix.speedMetersPerSecond ?? 0 >= 0)
    precondition((0..<360).contains(fix.courseDegrees ?? 0))
    precondition(fix.accuracy?.vertical68Meters ?? 1 > 0)
    precondition(fix.satellitesUsed ?? 0 >= 0)
    guard let accuracy = fix.accuracy else { return }
    precondition(accuracy.horizontal68Meters > 0)
    precondition(accuracy.horizontal95Meters > accuracy.horizontal68Meters)
    precondition(accuracy.horizontal95Meters.isFinite)
}
