package import LocationModel

/// Decodes the bytes of an NMEA 0183 receiver into epochs.
///
/// It performs no I/O and has no clock. Feed it every byte in order. ``decode(_:headings:_:)`` emits the epochs
/// that its bytes complete, at most one for each sentence. The owner of a live receiver calls ``flush(headings:_:)`` when
/// ``awaitsQuiet`` is true and the line has been quiet for a good part of the reporting interval. At the end of the
/// stream ``finish(headings:_:)`` emits what is left. No input is fatal; invalid input is counted.
package struct NMEADecoder: Sendable {
    package let checksumRule: ChecksumRule

    package private(set) var statistics = DecodeStatistics()
    private var splitter = LineSplitter()
    private var devices: DeviceSet

    /// The newest magnetic variation, positive to the east, which a compass alone may not know.
    ///
    /// It depends on the place and changes by a degree within a day's sail.
    private var variationDegrees: Double?

    /// The heading of the last sentence, until it is emitted.
    private var heading: Heading?

    /// The time and source of the last TAG blocks, and the number of sentences before them.
    private var tag: (time: UTCInstant?, source: UInt32, sentences: Int) = (nil, 0, -1)

    /// Creates a decoder at the start of a stream.
    ///
    /// For a live receiver it `closesPromptly`: an epoch is emitted with the sentence that ended the previous cycles. For
    /// a recording, completeness matters more than the interval saved.
    package init(
        checksumRule: ChecksumRule = .required,
        closesPromptly: Bool = false,
        dates: DateRule = .asRecorded
    ) {
        self.checksumRule = checksumRule
        devices = DeviceSet(closesPromptly: closesPromptly, dates: dates)
    }

    package var hasOpenEpoch: Bool { devices.hasOpenEpoch }

    /// Whether a quiet line would complete something: an epoch, or a sentence that lacks only its line end.
    package var awaitsQuiet: Bool { devices.hasOpenEpoch || splitter.holdsSentence }

    /// Decodes the next bytes and emits what they complete, in order: epochs with their times of day, and headings.
    ///
    /// The time of day is known even where no sentence has the date, as in recordings of boat multiplexers. Such an
    /// epoch has no time, and its time of day tells how far it is from the next. A heading is emitted as soon as its
    /// sentence is decoded, independently of epochs.
    package mutating func decode(
        _ bytes: Span<UInt8>,
        headings: (Heading) -> Void = { _ in },
        _ emit: (Epoch, TimeOfDay?) -> Void
    ) {
        statistics.bytes += bytes.count
        // The splitter is taken out, so that its pieces can be decoded where they are.
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.split(bytes) { decode($0, headings, emit) }
        swap(&splitter, &self.splitter)
    }

    /// Emits the open epoch with its time of day, because no more of its sentences are expected.
    ///
    /// A sentence with a valid checksum is complete without its line end.
    package mutating func flush(headings: (Heading) -> Void = { _ in }, _ emit: (Epoch, TimeOfDay?) -> Void) {
        guard splitter.holdsSentence else { return devices.flush(&statistics, emit) }
        finish(headings: headings, emit)
    }

    /// Emits what is left at the end of the stream: epochs with their times of day, and headings.
    package mutating func finish(headings: (Heading) -> Void = { _ in }, _ emit: (Epoch, TimeOfDay?) -> Void)
    {
        // The new one stays, because the stream has ended.
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish { decode($0, headings, emit) }
        devices.flush(&statistics, emit)
    }

    // MARK: Pieces

    private mutating func decode(
        _ line: Span<UInt8>,
        _ headings: (Heading) -> Void,
        _ emit: (Epoch, TimeOfDay?) -> Void
    ) {
        guard line.count <= LineSplitter.limit else {
            if line[0] == UInt8(ascii: "$") { statistics.tooLong += 1 } else { statistics.otherLines += 1 }
            return
        }
        decode(line)
        devices.emitClosed(&statistics, emit)
        if let found = heading.take() { headings(found) }
    }

    private mutating func decode(_ line: Span<UInt8>) {
        // An empty line does not count, and a lone `$` is not a sentence without a checksum.
        guard line.count > 1 else {
            if line.count == 1, line[0] != UInt8(ascii: "\r") { statistics.otherLines += 1 }
            return
        }
        do throws(FrameError) {
            let frame = try SentenceFrame(line, checksum: checksumRule)
            statistics.sentences += 1
            if frame.key.isProprietary { statistics.proprietary += 1 }
            decode(frame.key, line.extracting(frame.fields))
        } catch { count(error, line) }
    }

    /// Counts a piece that is not a valid sentence by its error, and decodes its TAG blocks if it has any.
    private mutating func count(_ error: FrameError, _ piece: Span<UInt8>) {
        switch error {
        case .notASentence: decodeNonSentence(piece)
        case .malformedAddress: statistics.malformedAddresses += 1
        case .missingChecksum: statistics.missingChecksums += 1
        case .checksumMismatch: statistics.checksumMismatches += 1
        }
    }

    /// Decodes a piece that is not a sentence: TAG blocks, or other text, which is only counted.
    private mutating func decodeNonSentence(_ piece: Span<UInt8>) {
        let backslash = UInt8(ascii: "\\")
        var start = piece.firstIndex(of: backslash, in: 0..<piece.count)
        var blocks = 0
        while start < piece.count, piece[start] == backslash {
            let end = piece.firstIndex(of: backslash, in: (start + 1)..<piece.count)
            guard end < piece.count else { break }
            blocks += 1
            if let block = TagBlock(piece.extracting((start + 1)..<end)) {
                statistics.tagBlocks += 1
                if tag.sentences != statistics.sentences { tag = (nil, 0, statistics.sentences) }
                if block.source != 0 { tag.source = block.source }
                if let time = block.time {
                    tag.time = time
                    devices.record(tagTime: time)
                }
            } else {
                statistics.malformedTagBlocks += 1
            }
            start = end + 1
        }
        guard blocks > 0 else {
            statistics.otherLines += 1
            return
        }
        // A `$` always begins a piece of its own; an encapsulated sentence follows its TAG blocks in the same piece.
        guard start < piece.count, piece[start] == UInt8(ascii: "!") else { return }
        let rest = piece.extracting(start..<piece.count)
        do throws(FrameError) {
            _ = try SentenceFrame(rest, checksum: checksumRule)
            statistics.sentences += 1
            statistics.unknownTypes += 1
        } catch { count(error, rest) }
    }

    // MARK: Sentences

    private mutating func decode(_ key: SentenceKey, _ bytes: Span<UInt8>) {
        devices.begin(key, from: isTagged ? tag.source : 0)
        var fields = FieldCursor(bytes)
        let isInTime: Bool?
        switch key.type {
        case "DTM":
            isInTime = DTM(&fields, in: bytes).map { dtm in
                devices.current.record(dtm)
                return true
            }
        case "GBS":
            isInTime = ErrorEstimate(gbs: &fields, in: bytes).map { gbs in
                devices.current.add(key, at: gbs.time) { $0.gbs = gbs.accuracy ?? $0.gbs }
            }
        case "GGA": isInTime = Solution(gga: &fields, in: bytes).map { record($0, of: key) }
        case "GLL": isInTime = Solution(gll: &fields, in: bytes).map { record($0, of: key) }
        case "GNS": isInTime = Solution(gns: &fields, in: bytes).map { record($0, of: key) }
        case "GSA":
            isInTime = GSA(&fields, in: bytes).map { gsa in
                devices.current.addUntimed(key) { if gsa.mode != nil { $0.satellites = gsa } }
            }
        case "GST":
            isInTime = ErrorEstimate(gst: &fields, in: bytes).map { gst in
                devices.current.add(key, at: gst.time) { $0.gst = gst.accuracy ?? $0.gst }
            }
        case "GSV":
            isInTime = GSV(&fields, in: bytes).map { gsv in
                devices.current.record(gsv, of: key)
                return true
            }
        case "HDG": isInTime = record(HeadingSentence(hdg: &fields, in: bytes))
        case "HDM": isInTime = record(HeadingSentence(hdt: &fields, isMagnetic: true, in: bytes))
        case "HDT": isInTime = record(HeadingSentence(hdt: &fields, in: bytes))
        case "PASHR": isInTime = record(HeadingSentence(pashr: &fields, in: bytes))
        case "PGRME":
            isInTime = ErrorEstimate(pgrme: &fields, in: bytes).map { pgrme in
                devices.current.addUntimed(key) { $0.accuracy = pgrme.accuracy ?? $0.accuracy }
            }
        case "PSRFEPE":
            isInTime = ErrorEstimate(psrfepe: &fields, in: bytes).map { psrfepe in
                devices.current.add(key, at: psrfepe.time) { draft in
                    draft.statedAccuracy = psrfepe.accuracy ?? draft.statedAccuracy
                }
            }
        case "PUBX":
            guard fields.integer(0...99, in: bytes) == 0 else { return }
            isInTime = Solution(pubx00: &fields, in: bytes).map { record($0, of: key) }
        case "RMC": isInTime = Solution(rmc: &fields, in: bytes).map { record($0, of: key) }
        case "THS": isInTime = record(HeadingSentence(ths: &fields, in: bytes))
        case "VTG":
            isInTime = VTG(&fields, in: bytes).map { vtg in
                devices.current.addUntimed(key) { $0.motion = vtg }
            }
        case "ZDA":
            isInTime = ZDA(&fields, in: bytes).map { zda in
                devices.current.add(key, at: zda.time) { $0.merge(zda) }
            }
        default:
            if !key.isProprietary { statistics.unknownTypes += 1 }
            return
        }
        guard let isInTime else {
            statistics.malformedSentences += 1
            return
        }
        if fields.isMalformed { statistics.malformedFields += 1 }
        if !isInTime { statistics.lateSentences += 1 }
    }

    /// Whether TAG blocks stand before the sentence that is being decoded.
    private var isTagged: Bool { tag.sentences == statistics.sentences - 1 }

    /// Records what a sentence says of the position, and returns whether it came in time.
    private mutating func record(_ solution: Solution, of key: SentenceKey) -> Bool {
        variationDegrees = solution.variationDegrees ?? variationDegrees
        // A sentence about one of several systems may state nothing.
        if solution.statesQuality { devices.place(solution) }
        return devices.current.add(key, at: solution.time) { $0.merge(solution) }
    }

    /// Records the heading of a sentence, if it has one, with the time of the TAG block before it.
    private mutating func record(_ sentence: HeadingSentence?) -> Bool? {
        guard let sentence else { return nil }
        variationDegrees = sentence.variationDegrees ?? variationDegrees
        guard var found = sentence.heading else { return true }
        // A compass may not know the variation.
        if let variationDegrees, found.trueDegrees == nil {
            found = found.completed(variationDegrees: variationDegrees)
        }
        if isTagged { found.time = tag.time }
        statistics.headings += 1
        heading = found
        return true
    }
}
