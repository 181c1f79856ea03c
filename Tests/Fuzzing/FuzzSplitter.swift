import NMEA

/// Splits any bytes into pieces: no byte is lost or doubled, however they are cut into chunks.
///
/// The first byte is the size of the chunks.
func fuzzSplitter(_ input: [UInt8]) {
    guard input.count > 1 else { return }
    let length = Int(input[0]) + 1
    let bytes = input.span.extracting(1..<input.count)
    let digest = expected(bytes)
    precondition(pieces(of: bytes, chunk: bytes.count) == digest)
    precondition(pieces(of: bytes, chunk: length) == digest)
}

/// A hash of all pieces in order (FNV-1a), which needs no memory for millions of inputs.
private struct Digest: Equatable {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// Adds the end of a piece, a byte that no piece contains.
    mutating func close() { add(UInt8(ascii: "\n")) }

    mutating func addTooLong(isSentence: Bool) {
        add(isSentence ? 1 : 2)
        close()
    }

    mutating func add(_ piece: Span<UInt8>) {
        // Empty lines are ignored; a cut between chunks may remove one.
        guard piece.count > 0 else { return }
        precondition(piece.count <= LineSplitter.limit)
        for index in 0..<piece.count {
            precondition(piece[index] != UInt8(ascii: "\n"))
            precondition(index == 0 || piece[index] != UInt8(ascii: "$"))
            add(piece[index])
        }
        close()
    }
}

private func pieces(of bytes: Span<UInt8>, chunk: Int) -> Digest {
    var splitter = LineSplitter()
    var digest = Digest()
    var begin = 0
    while begin < bytes.count {
        let end = min(begin + chunk, bytes.count)
        let part = bytes.extracting(begin..<end)
        var offset = 0
        while let piece = splitter.next(in: part, from: &offset) {
            switch piece {
            case .chunk(let line): digest.add(part.extracting(line))
            case .carried: digest.add(splitter.carried.span)
            case .tooLong(let isSentence): digest.addTooLong(isSentence: isSentence)
            }
        }
        precondition(offset == part.count)
        begin = end
    }
    switch splitter.finish() {
    case .carried: digest.add(splitter.carried.span)
    case .tooLong(let isSentence): digest.addTooLong(isSentence: isSentence)
    case .chunk, nil: break
    }
    return digest
}

/// The expected hash, by the simplest algorithm.
private func expected(_ bytes: Span<UInt8>) -> Digest {
    var digest = Digest()
    var start = 0
    for index in 0...bytes.count {
        let isEnd = index == bytes.count || bytes[index] == UInt8(ascii: "\n")
        guard isEnd || bytes[index] == UInt8(ascii: "$") else { continue }
        if index - start > LineSplitter.limit {
            digest.addTooLong(isSentence: bytes[start] == UInt8(ascii: "$"))
        } else {
            digest.add(bytes.extracting(start..<index))
        }
        start = isEnd ? index + 1 : index
    }
    return digest
}
