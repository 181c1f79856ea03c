import Glibc
import LinuxSystem
import LocationModel

/// The epochs of a recording, read from its file a piece at a time.
struct RecordingFile: ~Copyable {
    /// What ``next()`` found.
    enum Reading {
        /// An epoch, with what is known about its time.
        case epoch(RecordedEpoch)

        /// A good deal has been read without finding one; the caller should look after other things first.
        case nothingYet

        case end
    }

    /// The path that stands for standard input.
    static let standardInput = "-"

    /// Bytes read at a time: some fifty epochs.
    private static let pieceSize = 1 << 14

    /// Pieces read for one epoch, a megabyte of something else.
    private static let piecesPerCall = 64

    /// Headings kept between two epochs: a second's, at the rate of a quick compass.
    private static let mostHeadings = 50

    /// Epochs kept while looking for the first time: an hour, at one a second.
    private static let mostEpochsAhead = 3600

    let path: String
    private var descriptor: FileDescriptor?
    private var offset = 0
    private var decoder = RecordingDecoder()
    private var piece: [UInt8] = []
    private var taken = 0
    private var mayHaveMore = false
    private var epochs: [RecordedEpoch] = []
    private var nextIndex = 0

    /// The headings since the last epoch.
    private var headings: [Heading] = []
    private var isRead = false
    private var lateProblem: ReceiverProblem?

    /// Prepares to read the file at `path` from its beginning; `-` is standard input, which has only one.
    init(path: String) { self.path = path }

    /// What the recording was found to be.
    var form: RecordingForm? { decoder.form }

    /// Opens the file; reading goes on where it left off.
    ///
    /// - Throws: ``ReceiverProblem`` if there is no such file, or one that cannot be played.
    mutating func open() throws(ReceiverProblem) {
        guard path != Self.standardInput else { return }
        var status = stat()
        do throws(SystemError) {
            // Without O_NONBLOCK, opening a named pipe would wait for a writer.
            let opened = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            guard unsafe fstat(opened.rawValue, &status) == 0 else { throw SystemError("fstat", on: path) }
            descriptor = consume opened
        } catch {
            guard let place = SandboxedPlace.hiding(path, from: error) else {
                throw problem(error.reason)
            }
            throw problem("\(place); put it elsewhere, such as into /srv")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close()
            throw problem("Not a regular file")
        }
    }

    /// Closes the file without forgetting where it has been read to.
    mutating func close() { descriptor = nil }

    /// Goes back to the beginning.
    mutating func rewind() {
        offset = 0
        decoder = RecordingDecoder()
        piece = []
        taken = 0
        mayHaveMore = false
        epochs = []
        nextIndex = 0
        headings = []
        isRead = false
        lateProblem = nil
    }

    /// Returns the next epoch of the open file, having read no more than a bounded amount.
    ///
    /// - Throws: ``ReceiverProblem`` if the file cannot be read, or no further.
    mutating func next() throws(ReceiverProblem) -> Reading {
        for _ in 0..<Self.piecesPerCall {
            if nextIndex < epochs.count {
                nextIndex += 1
                return .epoch(epochs[nextIndex - 1])
            }
            // What could be read before a fault has been handed out first.
            if let lateProblem { throw lateProblem }
            if isRead { return .end }
            epochs.removeAll(keepingCapacity: true)
            nextIndex = 0
            try readOn()
        }
        return .nothingYet
    }

    /// Returns the first time that a fix states, reading ahead as far as it takes; ``next()`` misses nothing by it.
    ///
    /// - Throws: ``ReceiverProblem`` if the file cannot be read.
    mutating func firstTime() throws(ReceiverProblem) -> UTCInstant? {
        var seen = nextIndex
        while true {
            while seen < epochs.count {
                if case .fix(let fix) = epochs[seen].epoch, let time = fix.time { return time }
                seen += 1
            }
            guard !isRead, lateProblem == nil, epochs.count < Self.mostEpochsAhead else { return nil }
            try readOn()
        }
    }

    /// Adds the epochs of the next piece to those at hand.
    private mutating func readOn() throws(ReceiverProblem) {
        if taken == piece.count, !mayHaveMore {
            piece = try readPiece()
            taken = 0
        }
        var found: [RecordedEpoch] = []
        var waiting = headings
        let take = { (item: RecordedItem) in
            switch item {
            case .heading(let heading):
                if waiting.count == Self.mostHeadings { waiting.removeFirst() }
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
                try decoder.finish(take)
            } else {
                let bytes = piece
                var offset = taken
                defer { taken = offset }
                mayHaveMore = try decoder.take(bytes.span, from: &offset, take)
            }
        } catch {
            lateProblem = problem(error.description)
        }
        epochs += found
        headings = waiting
    }

    private mutating func readPiece() throws(ReceiverProblem) -> [UInt8] {
        let isStandardInput = path == Self.standardInput
        guard isStandardInput || descriptor != nil else { preconditionFailure("the file is not open") }
        let rawValue = descriptor?.rawValue ?? STDIN_FILENO
        var code: CInt
        var piece: [UInt8]
        repeat {
            code = 0
            piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
                let got =
                    isStandardInput
                    ? unsafe read(rawValue, buffer.baseAddress, buffer.count)
                    : unsafe pread(rawValue, buffer.baseAddress, buffer.count, offset)
                if got < 0 { code = errno }
                count = max(0, got)
            }
        } while code == EINTR
        guard code == 0 else { throw problem(SystemError("read", on: path, code: code).reason) }
        offset += piece.count
        return piece
    }

    /// Says what is wrong with the file.
    func problem(_ reason: String) -> ReceiverProblem {
        ReceiverProblem("recording \(path == Self.standardInput ? "on standard input" : path): \(reason)")
    }
}
