import LocationModel
import NMEA

/// Decodes any bytes: they make sound epochs or are counted, however they are cut into chunks.
///
/// The first byte chooses the checksum rule and when epochs close, the second the size of the chunks.
func fuzzStream(_ input: [UInt8]) {
    guard input.count > 2 else { return }
    let (choice, length) = (input[0], Int(input[1]) + 1)
    let bytes = Array(input.dropFirst(2))
    // Random bytes hardly ever have a valid checksum, so it is required only now and then.
    let rule: ChecksumRule = choice % 4 == 0 ? .required : .ignored
    let atOnce = decoded(bytes, by: rule, closesPromptly: choice & 4 != 0, chunk: bytes.count)
    let inChunks = decoded(bytes, by: rule, closesPromptly: choice & 4 != 0, chunk: length)
    precondition(atOnce.statistics == inChunks.statistics)
    precondition(atOnce.epochs == inChunks.epochs)
    precondition(atOnce.statistics.bytes == bytes.count)
    precondition(atOnce.statistics.epochs == atOnce.epochs.count)
    precondition(atOnce.headings == inChunks.headings)
    precondition(atOnce.statistics.headings == atOnce.headings.count)
    for epoch in atOnce.epochs { check(epoch) }
    for heading in atOnce.headings { check(heading) }
}

private func decoded(
    _ bytes: [UInt8],
    by rule: ChecksumRule,
    closesPromptly: Bool,
    chunk: Int
) -> (epochs: [Epoch], headings: [Heading], statistics: DecodeStatistics) {
    var decoder = NMEADecoder(checksumRule: rule, closesPromptly: closesPromptly)
    var epochs: [Epoch] = []
    var headings: [Heading] = []
    var start = 0
    while start < bytes.count {
        let end = min(start + chunk, bytes.count)
        decoder.decode(
            bytes.span.extracting(start..<end),
            headings: { headings.append($0) },
            { epoch, _ in epochs.append(epoch) }
        )
        start = end
    }
    decoder.finish(headings: { headings.append($0) }, { epoch, _ in epochs.append(epoch) })
    return (epochs, headings, decoder.statistics)
}
