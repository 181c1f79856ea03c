package import NMEA

/// Decodes the bytes of a recording of any kind into epochs and headings.
///
/// It detects whether the bytes are compressed and whether they are UTF-16, and chooses a ``RecordingFormat`` by their
/// beginning: one that receivers or gpsd's tools write, or a foreign one that it is given. It performs no I/O, and
/// its memory is bounded however long the recording is. Feed it every byte in order, and call ``finish(_:)`` at the end.
package struct RecordingDecoder {
    private let checksumRule: ChecksumRule
    private let tracks: [any TrackFormat.Type]
    private let compression = GzipStream()
    private var encoding = UTF16Stream()

    /// The beginning of the text, as UTF-8, until the format is known.
    private var beginning: [UInt8] = []

    private var format: (any RecordingFormat)?

    /// The first bytes in words, if the format is unknown.
    private var unknownBeginning: String?

    /// The number of bytes read from the file, compressed or not.
    package private(set) var bytes = 0

    /// The detected form of the recording; `nil` until enough bytes have been read.
    package private(set) var form: RecordingForm?

    package init(checksumRule: ChecksumRule = .required, foreign: [any TrackFormat.Type] = []) {
        self.checksumRule = checksumRule
        tracks = [GPXTrack.self] + foreign
    }

    /// The counters so far; empty until the form is detected.
    package var counts: [RecordingCount] {
        var counts = format?.counts ?? []
        if encoding.isUTF16 {
            counts.append(RecordingCount(encoding.unreadable, "characters that cannot be read"))
        }
        return counts
    }

    /// A remark for a person about the recording so far, although it can be decoded.
    package var remark: String? { format?.remark }

    /// Decodes bytes from `offset` on, and emits the items that they complete.
    ///
    /// Compressed bytes may expand a thousandfold; a call decodes at most 64 KiB of them. It moves the offset
    /// past the bytes it used, and returns whether to call again, with the rest of the bytes or with none.
    package mutating func decode(
        _ bytes: Span<UInt8>,
        from offset: inout Int,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) -> Bool {
        let start = offset
        defer { self.bytes += offset - start }
        do throws(RecordingProblem) {
            let (plain, mayHaveMore) = try compression.inflate(bytes, from: &offset)
            try decode(text: encoding.utf8(of: plain), emit)
            return mayHaveMore
        } catch {
            finishDamaged(error, emit)
            throw error
        }
    }

    package mutating func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        let nothing: [UInt8] = []
        var offset = 0
        while try decode(nothing.span, from: &offset, emit) {}
        guard bytes > 0 else { throw .empty }
        do throws(RecordingProblem) {
            try decode(text: encoding.utf8(of: try compression.finish()), emit)
        } catch {
            finishDamaged(error, emit)
            throw error
        }
        try finishPlain(emit)
    }

    /// Finishes the decodable part if the compressed data is damaged: the damage is the problem to report,
    /// not the incomplete text.
    private mutating func finishDamaged(_ problem: RecordingProblem, _ emit: (RecordedItem) -> Void) {
        if case .damagedCompression = problem { try? finishPlain(emit) }
    }

    private mutating func finishPlain(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        try decode(text: encoding.finish(), emit)
        if format == nil { try detectFormat(isComplete: true, emit) }
        try format?.finish(emit)
        if let unknownBeginning, (format as? SentenceLog)?.hasSentences == false {
            throw .unrecognised(beginning: unknownBeginning)
        }
    }

    private mutating func decode(
        text: [UInt8],
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        guard !text.isEmpty else { return }
        if let format { return try format.decode(text.span, emit) }
        let isBeginning = beginning.count <= 64
        beginning += text
        // After the first bytes, only a further line can help to identify the format.
        let hasEnough = beginning.count >= RecordingSniffer.longestBeginning
        guard isBeginning || hasEnough || text.contains(UInt8(ascii: "\n")) else { return }
        try detectFormat(isComplete: false, emit)
    }

    private mutating func detectFormat(
        isComplete: Bool,
        _ emit: (RecordedItem) -> Void
    ) throws(RecordingProblem) {
        let sniffer = RecordingSniffer(tracks: tracks)
        guard var found = try sniffer.form(of: beginning, isComplete: isComplete) else { return }
        guard !beginning.isEmpty else { throw .empty }
        if found.kind == nil { unknownBeginning = RecordingSniffer.excerpt(of: beginning) }
        found.isUTF16 = encoding.isUTF16
        found.isCompressed = compression.isCompressed
        let chosen: any RecordingFormat
        if let format = tracks.first(where: { $0.kind == found.kind }) {
            chosen = format.init(isUTF8: found.isUTF16)
        } else if found.kind == .gpsd {
            chosen = ReportLog()
        } else {
            // An unknown recording may still contain sentences after other data.
            chosen = SentenceLog(checksumRule: checksumRule, isStamped: found.isStamped)
        }
        format = chosen
        form = found
        let first = beginning
        beginning = []
        try chosen.decode(first.span, emit)
    }
}
