import FuzzChecks
import Recordings

/// Decodes any bytes at once and in pieces: both give the same, and every fix has sound values.
///
/// - Parameters:
///   - bytes: A recording, or not.
///   - size: How long the pieces are, from 1.
func checkRecording(_ bytes: [UInt8], inPiecesOf size: Int) {
    let atOnce = Run(bytes, size: max(1, bytes.count))
    let inPieces = Run(bytes, size: size)
    precondition(atOnce == inPieces)
    for item in atOnce.items {
        switch item {
        case .epoch(let recorded): check(recorded.epoch)
        case .heading(let heading): check(heading)
        }
    }
    precondition(atOnce.problem != nil || atOnce.bytes == bytes.count)
    precondition(atOnce.counts.allSatisfy { $0.count >= 0 })
}

private struct Run: Equatable {
    var items: [RecordedItem] = []
    var form: RecordingForm?
    var problem: RecordingProblem?
    var bytes = 0
    var counts: [RecordingCount] = []

    init(_ input: [UInt8], size: Int) {
        var decoder = RecordingDecoder()
        do throws(RecordingProblem) {
            var start = 0
            while start < input.count {
                let piece = Array(input[start..<min(start + size, input.count)])
                start += piece.count
                var offset = 0
                var mayHaveMore = true
                while mayHaveMore {
                    mayHaveMore = try decoder.take(piece.span, from: &offset) { items.append($0) }
                }
                precondition(offset == piece.count)
            }
            try decoder.finish { items.append($0) }
        } catch {
            problem = error.regardlessOfPieces
        }
        form = decoder.form
        // After a problem the rest of a piece is lost, which depends on the piece.
        guard problem == nil else { return }
        bytes = decoder.bytes
        counts = decoder.counts
    }
}

extension RecordingProblem {
    /// The problem without what depends on where the bytes were cut.
    fileprivate var regardlessOfPieces: RecordingProblem {
        switch self {
        // How far zlib has looked ahead when it finds damage.
        case .damagedCompression(_, let reason): .damagedCompression(atByte: 0, reason: reason)
        // Which of two names libexpat gives to a fault: bytes behind the document are junk to it if it is shown them
        // first, and an invalid token if it sees at once what follows them.
        case .gpx: .gpx(GPXProblem(line: 0, reason: ""))
        default: self
        }
    }
}
