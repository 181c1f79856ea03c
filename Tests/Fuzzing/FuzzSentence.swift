import LocationModel
import NMEA

/// Decodes any bytes as the fields of a sentence: it is decoded to sound values or counted.
///
/// The first byte chooses the sentence, and whether one with a position follows it. The checksum is valid, because
/// chance hardly ever finds it.
func fuzzSentence(_ input: [UInt8]) {
    // With address and checksum it must fit into one piece.
    guard !input.isEmpty, input.count <= 200 else { return }
    let choice = input[0]
    let address = addresses[Int(choice & 0x7F) % addresses.count]
    var stream: [UInt8] = []
    stream.reserveCapacity(input.count + 100)
    unsafe stream.append(
        contentsOf: UnsafeBufferPointer(start: address.utf8Start, count: address.utf8CodeUnitCount)
    )
    for byte in input.dropFirst() {
        // A dollar sign or a line feed would split it into two pieces; a backslash ends a TAG block.
        stream.append(byte == 0x0A || byte == 0x24 || byte == 0x5C ? 0x2C : byte)
    }
    let isTag = stream[0] == UInt8(ascii: "\\")
    var sum: UInt8 = 0
    for index in 1..<stream.count { sum ^= stream[index] }
    stream.append(UInt8(ascii: "*"))
    stream.append(digit(sum >> 4))
    stream.append(digit(sum & 15))
    stream.append(isTag ? UInt8(ascii: "\\") : UInt8(ascii: "\r"))
    stream.append(UInt8(ascii: "\n"))
    let isFollowed = choice & 0x80 != 0
    if isFollowed { stream += position }
    decode(stream, isTag, isFollowed)
}

private let addresses: [StaticString] = [
    "$GPGGA,", "$GNRMC,", "$GNGNS,", "$IIGLL,", "$GPVTG,", "$GNGSA,", "$GPGST,", "$GNGBS,", "$GPZDA,",
    "$HEHDT,", "$HCHDG,", "$HCHDM,", "$GNTHS,", "$GPDTM,", "$PGRME,", "$PSRFEPE,", "$PUBX,00,", "\\",
    "$GPGSV,", "$PASHR,",
]

/// A sentence without a time joins the epoch of this one, and a datum or a TAG block's time affects it.
private let position = [UInt8]("$GPGGA,120000,5230.0,N,01300.0,E,1,08,1.0,10,M,40.0,M,,*65\n".utf8)

private func decode(_ stream: [UInt8], _ isTag: Bool, _ isFollowed: Bool) {
    var decoder = NMEADecoder(dates: .near(DateRule.release))
    var epochs = 0
    decoder.decode(stream.span, headings: check) { epoch, _ in
        check(epoch)
        epochs += 1
    }
    decoder.finish(headings: check) { epoch, _ in
        check(epoch)
        epochs += 1
    }
    let counts = decoder.statistics
    precondition(epochs == counts.epochs && epochs >= (isFollowed ? 1 : 0) && epochs <= 2)
    precondition(counts.sentences == (isTag ? 0 : 1) + (isFollowed ? 1 : 0))
    precondition(counts.tagBlocks + counts.malformedTagBlocks == (isTag ? 1 : 0))
    precondition(counts.malformedSentences + counts.headings <= 1)
    precondition(counts.unknownTypes + counts.checksumMismatches + counts.lateSentences == 0)
}

private func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}
