import Glibc
import LinuxSystem
import LocationModel

/// The epochs of a recording file, read a piece at a time.
struct RecordingFile: ~Copyable {
    static let standardInput = "-"

    /// The number of bytes for each read: some fifty epochs.
    private static let pieceSize = 1 << 14

    /// The most pieces read for one epoch: a megabyte of other data.
    private static let piecesPerCall = 64

    /// The most headings kept between two epochs: one second of a fast compass.
    private static let headingLimit = 50

    /// The most epochs read ahead to find the first time: an hour at one a second.
    private static let lookaheadLimit = 3600

    let path: String
    private let foreign: [any TrackFormat.Type]
    private var file: InputFile?
    private var size = 0
    private var decoder: RecordingDecoder
    private var piece: [UInt8] = []
    private var decoded = 0
    private var mayHaveMore = false
    private var epochs: [RecordedEpoch] = []
    private var nextIndex = 0

    /// The headings since the last epoch.
    private var headings: [Heading] = []
    private var isRead = false
    private var pendingProblem: ReceiverProblem?

    /// Prepares to read the file at `path` from its beginning; `-` is standard input, which cannot be rewound.
    init(path: String, foreign: [any TrackFormat.Type] = []) {
        self.path = path
        self.foreign = foreign
        decoder = RecordingDecoder(foreign: foreign)
    }

    var form: RecordingForm? { decoder.form }

    /// The share of the open file that has been read, from 0 to 1; `nil` if its size is not known.
    var readShare: Double? { size > 0 ? min(Double(decoder.bytes) / Double(size), 1) : nil }

    /// A remark for a person about the recording, although it is played.
    var remark: String? { decoder.remark }

    /// Opens the file, and continues where reading stopped.
    mutating func open() throws(ReceiverProblem) {
        do throws(SystemError) {
            guard path != Self.standardInput else {
                file = try InputFile(path)
                return
            }
            // Without O_NONBLOCK, opening a named pipe would wait for a writer.
            file = InputFile(try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK), path: path)
        } catch {
            guard let place = SandboxedPlace.hiding(path, from: error) else {
                throw problem(error.reason)
            }
            throw problem("\(place); move it elsewhere, such as to /srv")
        }
        guard let size = file?.byteCount else {
            close()
            throw problem("Not a regular file")
        }
        self.size = size
        file?.seek(to: decoder.bytes + piece.count - decoded)
    }

    mutating func close() { file = nil }

    mutating func rewind() {
        let kept = file.take()
        let size = size
        self = RecordingFile(path: path, foreign: foreign)
        file = kept
        self.size = size
        file?.seek(to: 0)
    }

    /// Whether ``next()`` has returned the last epoch.
    var isAtEnd: Bool { isRead && nextIndex == epochs.count && pendingProblem == nil }

    /// Returns the next epoch of the open file; `nil` at the end, or if a megabyte of data has none.
    mutating func next() throws(ReceiverProblem) -> RecordedEpoch? {
        for _ in 0..<Self.piecesPerCall {
            if nextIndex < epochs.count {
                nextIndex += 1
                return epochs[nextIndex - 1]
            }
            // Everything before the fault is returned first.
            if let pendingProblem { throw pendingProblem }
            if isRead { return nil }
            epochs.removeAll(keepingCapacity: true)
            nextIndex = 0
            try readNextPiece()
        }
        return nil
    }

    /// Returns the time of the first fix that has one, reading ahead as far as needed.
    ///
    /// ``next()`` still returns every epoch.
    mutating func firstTime() throws(ReceiverProblem) -> UTCInstant? {
        var seen = nextIndex
        while true {
            while seen < epochs.count {
                if case .fix(let fix) = epochs[seen].epoch, let time = fix.time { return time }
                seen += 1
            }
            guard !isRead, pendingProblem == nil, epochs.count < Self.lookaheadLimit else { return nil }
            try readNextPiece()
        }
    }

    private mutating func readNextPiece() throws(ReceiverProblem) {
        if decoded == piece.count, !mayHaveMore {
            do throws(SystemError) { piece = try file?.read(upTo: Self.pieceSize) ?? [] } catch {
                throw problem(error.reason)
            }
            decoded = 0
        }
        var found: [RecordedEpoch] = []
        var waiting = headings
        let append = { (item: RecordedItem) in
            switch item {
            case .heading(let heading):
                if waiting.count == Self.headingLimit { waiting.removeFirst() }
                waiting.append(heading)
            case .epoch(var epoch):
                epoch.headings = waiting
                waiting = []
                found.append(epoch)
            }
        }
        do throws(RecordingProblem) {
            if piece.isEmpty {
                isRead = true
                try decoder.finish(append)
            } else {
                let bytes = piece
                var offset = decoded
                defer { decoded = offset }
                mayHaveMore = try decoder.decode(bytes.span, from: &offset, append)
            }
        } catch {
            pendingProblem = problem(error.description)
        }
        epochs += found
        headings = waiting
    }

    func problem(_ reason: String) -> ReceiverProblem {
        ReceiverProblem("recording \(path == Self.standardInput ? "on standard input" : path): \(reason)")
    }
}
