package import LocationModel

/// Turns the bytes of an NMEA 0183 receiver into epochs.
///
/// It performs no I/O and has no clock. Feed it every byte in order; each ``decode(_:_:)`` hands out the epochs that
/// these bytes complete, at most one a sentence. The owner of a live receiver calls ``flush(_:)`` when
/// ``hasOpenEpoch`` and the line has been quiet for a good part of the receiver's interval; at the end of the
/// stream ``finish(_:)`` hands out what is left. Nothing it is fed is fatal; what was bad is counted.
package struct NMEADecoder: Sendable {
    /// What a source's sentences must carry.
    package let checksumRule: ChecksumRule

    var counts = DecodeStatistics()
    private var splitter = LineSplitter()
    var fields = FieldCursor(0..<0)
    var assembler: EpochAssembler

    /// What compasses need to know.
    var compass = CompassContext()

    /// The heading of the last sentence, until it has been handed out.
    var heading: Heading?

    /// The time of the last TAG block, and how many sentences there were before it.
    var tag: (time: UTCInstant?, sentences: Int) = (nil, -1)

    /// Creates a decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - checksumRule: What a source's sentences must carry.
    ///   - closesPromptly: Whether an epoch leaves as soon as the sentence has come that ended the last cycles:
    ///     yes for a live receiver, no for a recording, where completeness is worth more than the interval saved.
    ///   - dates: How stated dates are taken: ``DateRule/live(clock:)`` for a live receiver, as they are for a recording.
    package init(
        checksumRule: ChecksumRule = .required,
        closesPromptly: Bool = false,
        dates: DateRule = .asRecorded
    ) {
        self.checksumRule = checksumRule
        assembler = EpochAssembler(closesPromptly: closesPromptly, dates: dates)
    }

    /// What has been met so far.
    package var statistics: DecodeStatistics {
        var statistics = counts
        statistics.epochs = assembler.epochs
        statistics.fixes = assembler.fixes
        return statistics
    }

    /// Whether sentences have come whose epoch has not been handed out.
    package var hasOpenEpoch: Bool { assembler.isOpen }

    /// Takes in the next bytes and hands out the epochs that they complete.
    package mutating func decode(_ bytes: Span<UInt8>, _ emit: (Epoch) -> Void) {
        decodeTimed(bytes) { epoch, _ in emit(epoch) }
    }

    /// Takes in the next bytes and hands out the epochs that they complete, each with its time of day.
    ///
    /// That is known also where no sentence states the date, as in the recordings of boats' multiplexers; an epoch
    /// has no time then, and this is what tells how far apart two of them are.
    package mutating func decodeTimed(_ bytes: Span<UInt8>, _ emit: (Epoch, TimeOfDay?) -> Void) {
        decode(bytes, headings: { _ in }, emit)
    }

    /// Takes in the next bytes and hands out what they complete, in order: epochs with their times of day, and headings.
    ///
    /// Headings come at a rhythm of their own, each as soon as its sentence has come.
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
                handOut(headings, emit)
            case .carried:
                decodeCarried()
                handOut(headings, emit)
            case .tooLong(let isSentence): countTooLong(isSentence)
            }
        }
    }

    /// Hands out the open epoch, because nothing more of it is to be expected.
    package mutating func flush(_ emit: (Epoch) -> Void) { flushTimed { epoch, _ in emit(epoch) } }

    /// Hands out the open epoch with its time of day, because nothing more of it is to be expected.
    package mutating func flushTimed(_ emit: (Epoch, TimeOfDay?) -> Void) {
        assembler.flush()
        assembler.handOut(emit)
    }

    /// Hands out what is left at the end of the stream.
    package mutating func finish(_ emit: (Epoch) -> Void) { finishTimed { epoch, _ in emit(epoch) } }

    /// Hands out what is left at the end of the stream, each epoch with its time of day.
    package mutating func finishTimed(_ emit: (Epoch, TimeOfDay?) -> Void) {
        finish(headings: { _ in }, emit)
    }

    /// Hands out what is left at the end of the stream: epochs with their times of day, and headings.
    package mutating func finish(headings: (Heading) -> Void, _ emit: (Epoch, TimeOfDay?) -> Void) {
        switch splitter.finish() {
        case .carried:
            decodeCarried()
            handOut(headings, emit)
        case .tooLong(let isSentence): countTooLong(isSentence)
        case .chunk, nil: break
        }
        assembler.flush()
        assembler.handOut(emit)
    }

    /// Hands out what the last piece has brought.
    @inline(__always)
    private mutating func handOut(_ headings: (Heading) -> Void, _ emit: (Epoch, TimeOfDay?) -> Void) {
        assembler.handOut(emit)
        if let found = heading {
            headings(found)
            heading = nil
        }
    }

    private mutating func decodeCarried() {
        // The local copy shares the buffer, and is gone before the splitter writes to it again.
        let carried = splitter.carried
        decode(Line(0..<carried.count, in: carried.span), in: carried.span)
    }

    private mutating func countTooLong(_ isSentence: Bool) {
        if isSentence { counts.tooLong += 1 } else { counts.otherLines += 1 }
    }

    /// Takes in one line.
    @inline(__always)
    private mutating func decode(_ line: Line, in bytes: Span<UInt8>) {
        do throws(FrameError) {
            let frame = try SentenceFrame(line, in: bytes, checksum: checksumRule)
            counts.sentences &+= 1
            if frame.isProprietary {
                decodeProprietary(bytes.extracting(line.range.lowerBound..<frame.fields.upperBound))
            } else {
                decode(frame, in: bytes)
            }
        } catch {
            // An empty line is nothing, and a `$` alone no sentence that lost its checksum.
            guard line.range.count > 1 else {
                if line.textEnd > line.range.lowerBound { counts.otherLines += 1 }
                return
            }
            self.count(error, bytes.extracting(line.range))
        }
    }

    /// Counts what is not a sentence by what it is, and reads it if it is a TAG block.
    @inline(never)
    mutating func count(_ error: FrameError, _ piece: Span<UInt8>) {
        switch error {
        case .notASentence: takeOther(piece)
        case .malformedAddress: counts.malformedAddresses += 1
        case .missingChecksum: counts.missingChecksums += 1
        case .checksumMismatch: counts.checksumMismatches += 1
        }
    }

    @inline(__always)
    private mutating func decode(_ frame: SentenceFrame, in bytes: Span<UInt8>) {
        let key = SentenceKey(frame)
        assembler.observe(key)
        fields.restart(frame)
        let isInTime: Bool?
        switch frame.type {
        case .gga:
            isInTime = GGA(&fields, in: bytes).map { gga in
                assembler.add(key, at: gga.time, { $0.take(gga) })
            }
        case .gsa:
            isInTime = GSA(&fields, in: bytes).map { gsa in
                assembler.addUntimed(key, { $0.take(gsa) })
            }
        case .gst:
            isInTime = GST(&fields, in: bytes).map { gst in
                assembler.add(key, at: gst.time, { $0.take(gst) })
            }
        case .rmc:
            isInTime = RMC(&fields, in: bytes).map { rmc in
                assembler.add(key, at: rmc.time, { $0.take(rmc) })
            }
            if compass.wantsVariation { compass.takeVariation(ofRMC: frame.fields, in: bytes) }
        case .vtg:
            isInTime = VTG(&fields, in: bytes).map { vtg in
                assembler.addUntimed(key, { $0.take(vtg) })
            }
        default:
            decodeRare(key, frame.type, in: bytes)
            return
        }
        count(isInTime)
    }

    /// Counts a sentence by whether it came in time for its epoch; `nil` if it says something other than its type demands.
    @inline(__always)
    mutating func count(_ isInTime: Bool?) {
        guard let isInTime else {
            counts.malformedSentences += 1
            return
        }
        if fields.isMalformed { counts.malformedFields += 1 }
        if !isInTime { counts.lateSentences += 1 }
    }
}
