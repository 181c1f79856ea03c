package import NMEA

/// Decodes the bytes of a recording of any kind into epochs and headings.
///
/// It detects whether the bytes are compressed and whether they are UTF-16, and chooses a ``RecordingFormat`` by their
/// beginning. It performs no I/O, and its memory is bounded however long the recording is. Feed it every byte in order,
/// and call ``finish(_:)`` at the end.
package struct RecordingDecoder {
    private enum Compression {
        /// This many bytes of the gzip magic have been read.
        case undecided(magicSeen: Int)
        case none
        case gzip(GzipStream)
    }

    private enum Encoding {
        /// The first bytes, decompressed, which are too few to tell.
        case undecided([UInt8])

        case utf16(UTF16Stream)

        /// UTF-8, or one that the format reads itself.
        case other
    }

    private let checksumRule: ChecksumRule
    private var compression = Compression.undecided(magicSeen: 0)
    private var encoding = Encoding.undecided([])

    /// The beginning of the text, in UTF-8 if it was in UTF-16, until the format is known.
    private var beginning: [UInt8] = []

    /// The number of blank bytes at the beginning.
    private var blanks = 0
    private var format: (any RecordingFormat)?

    /// The first bytes in words, if the format is unknown.
    private var unknownBeginning: String?

    /// The number of bytes read, as they are in the file.
    package private(set) var bytes = 0

    /// The detected form of the recording; `nil` until enough bytes have been read.
    package private(set) var form: RecordingForm?

    package init(checksumRule: ChecksumRule = .required) { self.checksumRule = checksumRule }

    /// The counters so far; empty until the form is detected.
    package var counts: [RecordingCount] {
        var counts = format?.counts ?? []
        if case .utf16(let stream) = encoding {
            counts.append(RecordingCount(stream.unreadable, "characters that cannot be read"))
        }
        if case .gzip(let stream) = compression {
            counts.append(RecordingCount(stream.trailingBytes, "bytes behind what is compressed"))
        }
        return counts
    }

    /// What a person should know about the recording so far although it can be decoded.
    package var remark: String? { format?.remark }

    /// Decodes bytes from `offset` on, and emits the items that they complete.
    ///
    /// Compressed bytes may expand a thousandfold; a call decodes at most 64 KiB of them.
    /// It moves the offset past them, and returns whether to call again, with the rest of the bytes or with none.
    package mutating func decode(
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
                try decodePlain(magic.span, emit)
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
            try decodePlain(bytes.extracting(start...), emit)
            return false
        case .gzip(let stream):
            do throws(RecordingProblem) {
                return try stream.inflate(bytes, from: &offset) { (plain) throws(RecordingProblem) in
                    try decodePlain(plain, emit)
                }
            } catch {
                try? finishPlain(emit)
                throw error
            }
        }
    }

    package mutating func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        let nothing: [UInt8] = []
        var offset = 0
        while try decode(nothing.span, from: &offset, emit) {}
        guard bytes > 0 else { throw .empty }
        if case .undecided(let seen) = compression {
            encoding = .undecided(Array(GzipStream.magic.prefix(seen)))
        }
        if case .gzip(let stream) = compression {
            do throws(RecordingProblem) {
                try stream.finish()
            } catch {
                // The damage is the problem to report, not what it leaves incomplete.
                try? finishPlain(emit)
                throw error
            }
        }
        try finishPlain(emit)
    }

    private mutating func finishPlain(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        if case .undecided(let first) = encoding { try detectEncoding(of: first, emit) }
        if case .utf16(let stream) = encoding {
            let rest = stream.finish()
            try decodeText(rest.span, emit)
        }
        if format == nil { try detectFormat(isComplete: true, emit) }
        try format?.finish(emit)
        if let unknownBeginning, (format as? SentenceLog)?.hasSentences == false {
            throw .unrecognised(beginning: unknownBeginning)
        }
    }

    /// Decodes decompressed bytes, which it converts if they are UTF-16.
    private mutating func decodePlain(
        _ bytes: Span<UInt8>,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        switch encoding {
        case .undecided(var first):
            for index in bytes.indices { first.append(bytes[index]) }
            guard first.count >= UTF16Stream.ByteOrder.bytesNeeded else {
                encoding = .undecided(first)
                return
            }
            try detectEncoding(of: first, emit)
        case .utf16(let stream):
            let text = stream.utf8(of: bytes)
            try decodeText(text.span, emit)
        case .other:
            try decodeText(bytes, emit)
        }
    }

    /// Detects the encoding by the first bytes, and decodes them.
    private mutating func detectEncoding(
        of first: [UInt8],
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        guard let order = UTF16Stream.ByteOrder(of: first) else {
            encoding = .other
            try decodeText(first.span, emit)
            return
        }
        let stream = UTF16Stream(order)
        encoding = .utf16(stream)
        let text = stream.utf8(of: first.span.extracting(order.markLength...))
        try decodeText(text.span, emit)
    }

    private mutating func decodeText(
        _ bytes: Span<UInt8>,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        if let format { return try format.decode(bytes, emit) }
        var hasLineEnd = false
        let isBeginning = beginning.count - blanks <= 64
        for index in bytes.indices {
            beginning.append(bytes[index])
            if bytes[index] == UInt8(ascii: "\n") { hasLineEnd = true }
            // Blanks and a byte order mark do not identify a format.
            if blanks == beginning.count - 1, bytes[index] <= UInt8(ascii: " ") || bytes[index] >= 0xBB {
                blanks += 1
            }
        }
        // After the first bytes, only another line can help to identify the format.
        guard isBeginning || hasLineEnd || beginning.count >= RecordingSniffer.longestBeginning else {
            return
        }
        try detectFormat(isComplete: false, emit)
    }

    private mutating func detectFormat(
        isComplete: Bool,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        guard var found = try RecordingSniffer.form(of: beginning, isComplete: isComplete) else {
            return
        }
        guard !beginning.isEmpty else { throw .empty }
        if found.kind == nil { unknownBeginning = RecordingSniffer.excerpt(of: beginning) }
        if case .utf16 = encoding { found.isUTF16 = true }
        if case .gzip = compression { found.isCompressed = true }
        let chosen: any RecordingFormat =
            switch found.kind {
            case .gpx: GPXTrack(isUTF8: found.isUTF16)
            case .gpsd: ReportLog()
            case .geolife: GeolifeTrack()
            case .googleHistory: GoogleHistory()
            case .gnssLogger: GnssLoggerText()
            // An unknown recording may still contain sentences after other data.
            case .nmea, nil: SentenceLog(checksumRule: checksumRule, isStamped: found.isStamped)
            }
        format = chosen
        form = found
        let first = beginning
        beginning = []
        try chosen.decode(first.span, emit)
    }
}
