import LocationModel

// Sentences that not all receivers send. Separate functions keep them from costing the frequent sentences more than a
// comparison, and keep the decoder small enough for the optimizer to inline.

extension NMEADecoder {
    /// Decodes a sentence of a type that is not in every epoch, or counts it as unknown.
    @inline(never)
    mutating func decodeRare(_ key: SentenceKey, _ type: SentenceType, in bytes: Span<UInt8>) {
        let found: Heading??
        switch type {
        case .gbs:
            return count(
                GBS(&fields, in: bytes).map { gbs in assembler.add(key, at: gbs.time, { $0.merge(gbs) }) }
            )
        case .gll:
            return count(
                GLL(&fields, in: bytes).map { gll in assembler.add(key, at: gll.time, { $0.merge(gll) }) }
            )
        case .gns:
            return count(
                GNS(&fields, in: bytes).map { gns in assembler.add(key, at: gns.time, { $0.merge(gns) }) }
            )
        case .zda:
            return count(
                ZDA(&fields, in: bytes).map { zda in assembler.add(key, at: zda.time, { $0.merge(zda) }) }
            )
        case .dtm:
            guard let dtm = DTM(&fields, in: bytes) else {
                counts.malformedSentences += 1
                return
            }
            assembler.record(dtm)
            return
        case .hdg:
            found = HDG(&fields, in: bytes, variation: compass.variationDegrees).map { hdg in
                compass.record(hdg)
                return hdg.heading
            }
        case .hdm:
            compass.wantsVariation = true
            found = HDM(&fields, in: bytes, variation: compass.variationDegrees).map(\.heading)
        case .hdt: found = HDT(&fields, in: bytes).map(\.heading)
        case .ths: found = THS(&fields, in: bytes).map(\.heading)
        default:
            counts.unknownTypes += 1
            return
        }
        guard let found else {
            counts.malformedSentences += 1
            return
        }
        guard var heading = found else { return }
        if tag.sentences == counts.sentences - 1 { heading.time = tag.time }
        counts.headings += 1
        self.heading = heading
    }

    /// Decodes a proprietary sentence, given up to its last field, or only counts it.
    @inline(never)
    mutating func decodeProprietary(_ bytes: Span<UInt8>) {
        counts.proprietary += 1
        let outcome: Bool?
        var fields: FieldCursor
        if bytes.begins(with: "$PGRME,") {
            fields = FieldCursor(7..<bytes.count)
            outcome = PGRME(&fields, in: bytes).map { pgrme in
                assembler.addEstimate(SentenceKey(proprietary: 1), StatedAccuracy(pgrme))
            }
        } else if bytes.begins(with: "$PSRFEPE,") {
            fields = FieldCursor(9..<bytes.count)
            outcome = PSRFEPE(&fields, in: bytes).map { psrfepe in
                let accuracy = StatedAccuracy(psrfepe)
                return assembler.add(SentenceKey(proprietary: 2), at: psrfepe.time, { $0.merge(accuracy) })
            }
        } else if bytes.begins(with: "$PUBX,00,") {
            fields = FieldCursor(9..<bytes.count)
            outcome = PUBX00(&fields, in: bytes).map { pubx in
                assembler.add(SentenceKey(proprietary: 3), at: pubx.time, { $0.merge(pubx) })
            }
        } else {
            return
        }
        guard let isInTime = outcome else {
            counts.malformedSentences += 1
            return
        }
        if fields.isMalformed { counts.malformedFields += 1 }
        if !isInTime { counts.lateSentences += 1 }
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
                if let time = block.time {
                    tag = (time, counts.sentences)
                    assembler.record(tagTime: time)
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
    /// Whether the span begins with `text`.
    fileprivate func begins(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard length <= count else { return false }
        for index in 0..<length where unsafe self[index] != text.utf8Start[index] { return false }
        return true
    }

    fileprivate func firstBackslash(from start: Int) -> Int? {
        let index = firstIndex(of: UInt8(ascii: "\\"), or: UInt8(ascii: "\\"), from: Swift.min(start, count))
        return index < count ? index : nil
    }
}
