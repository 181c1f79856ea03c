package import LocationModel

/// Decodes the bytes of an NMEA 0183 receiver into epochs.
///
/// It performs no I/O and has no clock. Feed it every byte in order. Each call of ``decode(_:_:)`` emits the epochs
/// that its bytes complete, at most one for each sentence. The owner of a live receiver calls ``flush(_:)`` when
/// ``awaitsQuiet`` is true and the line has been quiet for a good part of the reporting interval. At the end of the
/// stream ``finish(_:)`` emits what is left. No input is fatal; invalid input is counted.
package struct NMEADecoder: Sendable {
    package let checksumRule: ChecksumRule

    var counts = DecodeStatistics()
    private var splitter = LineSplitter()
    var devices: DeviceSet

    /// The magnetic variation for compass sentences.
    var compass = CompassContext()

    /// The heading of the last sentence, until it is emitted.
    var heading: Heading?

    /// The time and source of the last TAG blocks, and the number of sentences before them.
    var tag: (time: UTCInstant?, source: UInt32, sentences: Int) = (nil, 0, -1)

    /// Creates a decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - checksumRule: The rule for the checksums of sentences.
    ///   - closesPromptly: Whether an epoch is emitted with the sentence that ended the previous cycles: true for a
    ///     live receiver; false for a recording, where completeness matters more than the interval saved.
    ///   - dates: The interpretation of dates: ``DateRule/live(clock:)`` for a live receiver, unchanged for a
    ///     recording.
    package init(
        checksumRule: ChecksumRule = .required,
        closesPromptly: Bool = false,
        dates: DateRule = .asRecorded
    ) {
        self.checksumRule = checksumRule
        devices = DeviceSet(closesPromptly: closesPromptly, dates: dates)
    }

    /// The counters so far.
    package var statistics: DecodeStatistics {
        var statistics = counts
        statistics.epochs = devices.epochs
        statistics.fixes = devices.fixes
        statistics.otherEpochs = devices.otherEpochs
        return statistics
    }

    /// Whether there is an epoch that has not been emitted.
    package var hasOpenEpoch: Bool { devices.hasOpenEpoch }

    /// Whether a quiet line would complete something: an epoch, or a sentence that lacks only its line end.
    package var awaitsQuiet: Bool { devices.hasOpenEpoch || splitter.holdsSentence }

    /// Decodes the next bytes and emits the epochs that they complete.
    package mutating func decode(_ bytes: Span<UInt8>, _ emit: (Epoch) -> Void) {
        decode(bytes, headings: { _ in }, { epoch, _ in emit(epoch) })
    }

    /// Decodes the next bytes and emits what they complete, in order: epochs with their times of day, and headings.
    ///
    /// The time of day is known even where no sentence has the date, as in recordings of boat multiplexers. Such an
    /// epoch has no time, and its time of day tells how far it is from the next. A heading is emitted as soon as its
    /// sentence is decoded, independently of epochs.
    package mutating func decode(
        _ bytes: Span<UInt8>,
        headings: (Heading) -> Void,
        _ emit: (Epoch, TimeOfDay?) -> Void
    ) {
        counts.bytes += bytes.count
        var offset = 0
        while let piece = splitter.next(in: bytes, from: &offset) {
            switch piece {
            case .chunk(let line):
                decode(line, in: bytes)
                emitCompleted(headings, emit)
            case .carried:
                decodeCarried()
                emitCompleted(headings, emit)
            case .tooLong(let isSentence): countTooLong(isSentence)
            }
        }
    }

    /// Emits the open epoch with its time of day, because no more of its sentences are expected.
    ///
    /// A sentence with a valid checksum is complete without its line end.
    package mutating func flush(headings: (Heading) -> Void = { _ in }, _ emit: (Epoch, TimeOfDay?) -> Void) {
        if splitter.holdsSentence, splitter.finish() == .carried {
            decodeCarried()
            emitCompleted(headings, emit)
        }
        devices.flush(emit)
    }

    /// Emits what is left at the end of the stream.
    package mutating func finish(_ emit: (Epoch) -> Void) {
        finish(headings: { _ in }, { epoch, _ in emit(epoch) })
    }

    /// Emits what is left at the end of the stream: epochs with their times of day, and headings.
    package mutating func finish(headings: (Heading) -> Void, _ emit: (Epoch, TimeOfDay?) -> Void) {
        switch splitter.finish() {
        case .carried:
            decodeCarried()
            emitCompleted(headings, emit)
        case .tooLong(let isSentence): countTooLong(isSentence)
        case .chunk, nil: break
        }
        devices.flush(emit)
    }

    /// Emits what the last piece completed.
    private mutating func emitCompleted(_ headings: (Heading) -> Void, _ emit: (Epoch, TimeOfDay?) -> Void) {
        devices.emitClosed(emit)
        if let found = heading {
            headings(found)
            heading = nil
        }
    }

    private mutating func decodeCarried() {
        // The copy shares the buffer and is released before the splitter writes to it again.
        let carried = splitter.carried
        decode(0..<carried.count, in: carried.span)
    }

    private mutating func countTooLong(_ isSentence: Bool) {
        if isSentence { counts.tooLong += 1 } else { counts.otherLines += 1 }
    }

    private mutating func decode(_ line: Range<Int>, in bytes: Span<UInt8>) {
        do throws(FrameError) {
            let frame = try SentenceFrame(line, in: bytes, checksum: checksumRule)
            counts.sentences += 1
            if frame.isProprietary {
                decodeProprietary(bytes.extracting(line.lowerBound..<frame.fields.upperBound))
            } else {
                decode(frame, in: bytes)
            }
        } catch {
            // An empty line does not count, and a lone `$` is not a sentence without a checksum.
            guard line.count > 1 else {
                if line.count == 1, bytes[line.lowerBound] != UInt8(ascii: "\r") { counts.otherLines += 1 }
                return
            }
            self.count(error, bytes.extracting(line))
        }
    }

    /// Counts a piece that is not a valid sentence by its error, and decodes its TAG blocks if it has any.
    mutating func count(_ error: FrameError, _ piece: Span<UInt8>) {
        switch error {
        case .notASentence: decodeNonSentence(piece)
        case .malformedAddress: counts.malformedAddresses += 1
        case .missingChecksum: counts.missingChecksums += 1
        case .checksumMismatch: counts.checksumMismatches += 1
        }
    }

    private mutating func decode(_ frame: SentenceFrame, in bytes: Span<UInt8>) {
        let key = SentenceKey(frame)
        devices.begin(key, from: tag.sentences == counts.sentences - 1 ? tag.source : 0)
        var fields = FieldCursor(frame.fields)
        let isInTime: Bool?
        switch frame.type {
        case .dtm:
            isInTime = DTM(&fields, in: bytes).map { dtm in
                devices.current.record(dtm)
                return true
            }
        case .gbs:
            isInTime = GBS(&fields, in: bytes).map { gbs in
                devices.current.add(key, at: gbs.time, { $0.merge(gbs) })
            }
        case .gga:
            isInTime = GGA(&fields, in: bytes).map { gga in
                devices.place(gga.time, gga.position, isVoid: gga.quality == nil)
                return devices.current.add(key, at: gga.time, { $0.merge(gga) })
            }
        case .gll:
            isInTime = GLL(&fields, in: bytes).map { gll in
                devices.place(gll.time, gll.position, isVoid: gll.quality == nil)
                return devices.current.add(key, at: gll.time, { $0.merge(gll) })
            }
        case .gns:
            isInTime = GNS(&fields, in: bytes).map { gns in
                // A sentence about one of several systems may state nothing.
                if gns.statesQuality {
                    devices.place(gns.time, gns.position, isVoid: gns.quality == nil)
                }
                return devices.current.add(key, at: gns.time, { $0.merge(gns) })
            }
        case .gsa:
            isInTime = GSA(&fields, in: bytes).map { gsa in
                devices.current.addUntimed(key, { $0.merge(gsa) })
            }
        case .gst:
            isInTime = GST(&fields, in: bytes).map { gst in
                devices.current.add(key, at: gst.time, { $0.merge(gst) })
            }
        case .gsv:
            isInTime = GSV(&fields, in: bytes).map { gsv in
                if let inView = gsv.inView { devices.current.record(inView: inView, of: key) }
                devices.current.record(gsv.strengths)
                return true
            }
        case .hdg:
            isInTime = HDG(&fields, in: bytes, variation: compass.variationDegrees).map { hdg in
                compass.record(hdg)
                return record(hdg.heading)
            }
        case .hdm:
            compass.wantsVariation = true
            isInTime = HDM(&fields, in: bytes, variation: compass.variationDegrees).map { hdm in
                record(hdm.heading)
            }
        case .hdt: isInTime = HDT(&fields, in: bytes).map { hdt in record(hdt.heading) }
        case .rmc:
            isInTime = RMC(&fields, in: bytes).map { rmc in
                devices.place(rmc.time, rmc.position, isVoid: rmc.quality == nil)
                return devices.current.add(key, at: rmc.time, { $0.merge(rmc) })
            }
            if compass.wantsVariation { compass.readVariation(ofRMC: frame.fields, in: bytes) }
        case .ths: isInTime = THS(&fields, in: bytes).map { ths in record(ths.heading) }
        case .vtg:
            isInTime = VTG(&fields, in: bytes).map { vtg in
                devices.current.addUntimed(key, { $0.merge(vtg) })
            }
        case .zda:
            isInTime = ZDA(&fields, in: bytes).map { zda in
                devices.current.add(key, at: zda.time, { $0.merge(zda) })
            }
        default:
            counts.unknownTypes += 1
            return
        }
        count(isInTime, isMalformed: fields.isMalformed)
    }

    /// Records the heading of a sentence, if it has one, with the time of the TAG block before it.
    mutating func record(_ found: Heading?) -> Bool {
        guard var found else { return true }
        if tag.sentences == counts.sentences - 1 { found.time = tag.time }
        counts.headings += 1
        heading = found
        return true
    }

    /// Counts a sentence as in time or late for its epoch, or as malformed if `isInTime` is `nil`.
    mutating func count(_ isInTime: Bool?, isMalformed: Bool) {
        guard let isInTime else {
            counts.malformedSentences += 1
            return
        }
        if isMalformed { counts.malformedFields += 1 }
        if !isInTime { counts.lateSentences += 1 }
    }
}
