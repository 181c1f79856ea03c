import LocationModel

extension NMEADecoder {
    /// Decodes a proprietary sentence, given up to its last field, or only counts it.
    mutating func decodeProprietary(_ bytes: Span<UInt8>) {
        counts.proprietary += 1
        let source = tag.sentences == counts.sentences - 1 ? tag.source : 0
        let isInTime: Bool?
        var fields: FieldCursor
        if bytes.begins(with: "$PASHR,"), PASHR.isAttitude(bytes, from: 7) {
            fields = FieldCursor(7..<bytes.count)
            isInTime = PASHR(&fields, in: bytes).map { pashr in record(pashr.heading) }
        } else if bytes.begins(with: "$PGRME,") {
            fields = FieldCursor(7..<bytes.count)
            isInTime = PGRME(&fields, in: bytes).map { pgrme in
                let key = SentenceKey(proprietary: 1)
                devices.select(key, from: source)
                return devices.current.addEstimate(key, StatedAccuracy(pgrme))
            }
        } else if bytes.begins(with: "$PSRFEPE,") {
            fields = FieldCursor(9..<bytes.count)
            isInTime = PSRFEPE(&fields, in: bytes).map { psrfepe in
                let accuracy = StatedAccuracy(psrfepe)
                let key = SentenceKey(proprietary: 2)
                devices.select(key, from: source)
                return devices.current.add(key, at: psrfepe.time, { $0.merge(accuracy) })
            }
        } else if bytes.begins(with: "$PUBX,00,") {
            fields = FieldCursor(9..<bytes.count)
            isInTime = PUBX00(&fields, in: bytes).map { pubx in
                let key = SentenceKey(proprietary: 3)
                devices.select(key, from: source)
                devices.place(pubx.time, pubx.position, isVoid: pubx.quality == nil)
                return devices.current.add(key, at: pubx.time, { $0.merge(pubx) })
            }
        } else {
            return
        }
        count(isInTime, isMalformed: fields.isMalformed)
    }

    /// Decodes a piece that is not a sentence: TAG blocks, or other text, which is only counted.
    mutating func decodeNonSentence(_ piece: Span<UInt8>) {
        guard let first = piece.firstBackslash(from: 0) else {
            counts.otherLines += 1
            return
        }
        var start = first
        var blocks = 0
        while start < piece.count, piece[start] == UInt8(ascii: "\\") {
            guard let end = piece.firstBackslash(from: start + 1) else { break }
            blocks += 1
            if let block = TagBlock(piece.extracting((start + 1)..<end)) {
                counts.tagBlocks += 1
                if tag.sentences != counts.sentences { tag = (nil, 0, counts.sentences) }
                if block.source != 0 { tag.source = block.source }
                if let time = block.time {
                    tag.time = time
                    devices.record(tagTime: time)
                }
            } else {
                counts.malformedTagBlocks += 1
            }
            start = end + 1
        }
        guard blocks > 0 else {
            counts.otherLines += 1
            return
        }
        // A `$` always begins a piece of its own; an encapsulated sentence follows its TAG blocks in the same piece.
        guard start < piece.count, piece[start] == UInt8(ascii: "!") else { return }
        let rest = piece.extracting(start..<piece.count)
        do throws(FrameError) {
            _ = try SentenceFrame(rest, checksum: checksumRule)
            counts.sentences += 1
            counts.unknownTypes += 1
        } catch { count(error, rest) }
    }
}

extension Span<UInt8> {
    fileprivate func begins(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard length <= count else { return false }
        for index in 0..<length where unsafe self[index] != text.utf8Start[index] { return false }
        return true
    }

    fileprivate func firstBackslash(from start: Int) -> Int? {
        (start..<Swift.max(start, count)).first { self[$0] == UInt8(ascii: "\\") }
    }
}
