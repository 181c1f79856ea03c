import Glibc
import LinuxSystem
import LocationModel
import NMEA

/// The epochs of a recording, read from its file a piece at a time.
///
/// This is the one place that knows what a recording is made of: a further format is another decoder of the same
/// pieces, a compressed file another source of them.
struct RecordingFile: ~Copyable {
    /// What ``next()`` found.
    enum Reading {
        /// An epoch, with its time of day where the receiver told one.
        case epoch(Epoch, TimeOfDay?)

        /// A good deal has been read without finding one; the caller should look after other things first.
        case nothingYet

        case end
    }

    /// Bytes read at a time: some fifty epochs.
    private static let pieceSize = 1 << 14

    /// Pieces read for one epoch, a megabyte of something else.
    private static let piecesPerCall = 64

    let path: String
    private var descriptor: FileDescriptor?
    private var offset = 0
    private var decoder = NMEADecoder()
    private var epochs: [(epoch: Epoch, timeOfDay: TimeOfDay?)] = []
    private var nextIndex = 0
    private var isRead = false

    /// Prepares to read the file at `path` from its beginning.
    init(path: String) { self.path = path }

    /// Opens the file; reading goes on where it left off.
    ///
    /// - Throws: ``ReceiverProblem`` if there is no such file, or one that cannot be played.
    mutating func open() throws(ReceiverProblem) {
        var status = stat()
        do throws(SystemError) {
            // Without O_NONBLOCK, opening a named pipe would wait for a writer.
            let opened = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            guard unsafe fstat(opened.rawValue, &status) == 0 else { throw SystemError("fstat", on: path) }
            descriptor = consume opened
        } catch {
            throw problem(error)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close()
            throw ReceiverProblem("recording \(path): Not a regular file")
        }
    }

    /// Closes the file without forgetting where it has been read to.
    mutating func close() { descriptor = nil }

    /// Goes back to the beginning.
    mutating func rewind() {
        offset = 0
        decoder = NMEADecoder()
        epochs = []
        nextIndex = 0
        isRead = false
    }

    /// Returns the next epoch of the open file, having read no more than a bounded amount.
    ///
    /// - Throws: ``ReceiverProblem`` if the file cannot be read.
    mutating func next() throws(ReceiverProblem) -> Reading {
        for _ in 0..<Self.piecesPerCall {
            if nextIndex < epochs.count {
                nextIndex += 1
                return .epoch(epochs[nextIndex - 1].epoch, epochs[nextIndex - 1].timeOfDay)
            }
            if isRead { return .end }
            try readPiece()
        }
        return .nothingYet
    }

    private mutating func readPiece() throws(ReceiverProblem) {
        guard let rawValue = descriptor?.rawValue else { preconditionFailure("the file is not open") }
        var code: CInt = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            let got = unsafe pread(rawValue, buffer.baseAddress, buffer.count, offset)
            if got < 0 { code = errno }
            count = max(0, got)
        }
        guard code == 0 else { throw problem(SystemError("pread", on: path, code: code)) }
        offset += piece.count
        nextIndex = 0
        var found: [(Epoch, TimeOfDay?)] = []
        if piece.isEmpty {
            decoder.finishTimed { found.append(($0, $1)) }
            isRead = true
        } else {
            decoder.decodeTimed(piece.span) { found.append(($0, $1)) }
        }
        epochs = found
    }

    private func problem(_ error: SystemError) -> ReceiverProblem {
        ReceiverProblem("recording \(path): \(error.reason)")
    }
}
