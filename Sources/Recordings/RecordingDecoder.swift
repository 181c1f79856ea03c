package import NMEA

/// Turns the bytes of a recording of any kind into its epochs.
///
/// This is the one place that knows what a recording is made of: bytes, perhaps compressed, whose beginning tells which
/// ``RecordingFormat`` makes epochs of them. It performs no I/O, and holds a bounded amount however long the recording
/// is. Feed it every byte in order, and ``finish(_:)`` at the end.
package struct RecordingDecoder {
    private enum Compression {
        /// So many of the bytes that tell gzip have been seen.
        case undecided(magicSeen: Int)
        case none
        case gzip(GzipStream)
    }

    private let checksumRule: ChecksumRule
    private var compression = Compression.undecided(magicSeen: 0)
    private var beginning: [UInt8] = []

    /// Bytes at the beginning that tell nothing.
    private var blanks = 0
    private var format: (any RecordingFormat)?

    /// What the first bytes look like, where they were nothing known.
    private var unknownBeginning: String?

    /// Bytes of the recording taken in, as they are in the file.
    package private(set) var bytes = 0

    /// What the recording was found to be; `nil` until its first bytes have told.
    package private(set) var form: RecordingForm?

    /// Creates a decoder at the start of a recording.
    ///
    /// - Parameter checksumRule: What the sentences of NMEA 0183 must carry.
    package init(checksumRule: ChecksumRule = .required) { self.checksumRule = checksumRule }

    /// What has been met so far; empty until the first bytes have told what the recording is.
    package var counts: [RecordingCount] {
        var counts = format?.counts ?? []
        if case .gzip(let stream) = compression {
            counts.append(RecordingCount(stream.trailingBytes, "bytes behind what is compressed"))
        }
        return counts
    }

    /// Takes in some of the bytes from `offset` on, and hands out the epochs that they complete.
    ///
    /// Compressed bytes may hold a thousand times as much; not more than 64 KiB of that are decoded at a call.
    ///
    /// - Parameters:
    ///   - bytes: What has been read.
    ///   - offset: Where to begin; moved behind what was taken in.
    ///   - emit: Receives each epoch.
    /// - Returns: Whether to call again, with what is left of the bytes or with none.
    /// - Throws: ``RecordingProblem`` when the recording cannot be read any further.
    package mutating func take(
        _ bytes: Span<UInt8>,
        from offset: inout Int,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) -> Bool {
        let start = offset
        defer { self.bytes += offset - start }
        switch compression {
        case .undecided(let seen):
            guard offset < bytes.count else { return false }
            guard bytes[offset] == GzipStream.magic[seen] else {
                compression = .none
                let magic = Array(GzipStream.magic.prefix(seen))
                try takePlain(magic.span, emit)
                return true
            }
            offset += 1
            if seen + 1 < GzipStream.magic.count {
                compression = .undecided(magicSeen: seen + 1)
            } else {
                compression = .gzip(try GzipStream())
            }
            return offset < bytes.count
        case .none:
            offset = bytes.count
            try takePlain(bytes.extracting(start...), emit)
            return false
        case .gzip(let stream):
            return try stream.inflate(bytes, from: &offset) { (plain) throws(RecordingProblem) in
                try takePlain(plain, emit)
            }
        }
    }

    /// Says that there are no further bytes, and hands out what is left.
    ///
    /// - Throws: ``RecordingProblem`` when the recording is not complete, or nothing that is read.
    package mutating func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        let nothing: [UInt8] = []
        var offset = 0
        while try take(nothing.span, from: &offset, emit) {}
        guard bytes > 0 else { throw .empty }
        if case .undecided(let seen) = compression {
            beginning = Array(GzipStream.magic.prefix(seen))
        }
        if case .gzip(let stream) = compression {
            do throws(RecordingProblem) {
                try stream.finish()
            } catch {
                // What the damage leaves incomplete is no news.
                try? finishPlain(emit)
                throw error
            }
        }
        try finishPlain(emit)
    }

    private mutating func finishPlain(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        if format == nil { try recognise(isAll: true, emit) }
        try format?.finish(emit)
        if let unknownBeginning, (format as? SentenceLog)?.hasSentences == false {
            throw .unrecognised(beginning: unknownBeginning)
        }
    }

    private mutating func takePlain(
        _ bytes: Span<UInt8>,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        if let format { return try format.take(bytes, emit) }
        var hasLineEnd = false
        let isBeginning = beginning.count - blanks <= 64
        for index in bytes.indices {
            beginning.append(bytes[index])
            if bytes[index] == UInt8(ascii: "\n") { hasLineEnd = true }
            // Blanks and a byte order mark tell nothing yet.
            if blanks == beginning.count - 1, bytes[index] <= UInt8(ascii: " ") || bytes[index] >= 0xBB {
                blanks += 1
            }
        }
        // Behind the first bytes, only a further line can tell more.
        guard isBeginning || hasLineEnd || beginning.count >= RecordingSniffer.longestBeginning else {
            return
        }
        try recognise(isAll: false, emit)
    }

    private mutating func recognise(
        isAll: Bool,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        guard var found = try RecordingSniffer.form(of: beginning.span, isAll: isAll) else { return }
        if found.kind == nil { unknownBeginning = RecordingSniffer.excerpt(of: beginning.span) }
        if case .gzip = compression { found.isCompressed = true }
        let chosen: any RecordingFormat =
            switch found.kind {
            case .gpx: GPXTrack()
            case .gpsd: ReportLog()
            case .nmea where found.isStamped: StampedSentenceLog(checksumRule: checksumRule)
            // What is unknown may still hold sentences, behind another program's bytes.
            case .nmea, nil: SentenceLog(checksumRule: checksumRule)
            }
        format = chosen
        form = found
        let first = beginning
        beginning = []
        try chosen.take(first.span, emit)
    }
}
