import Lab
import Receivers

/// Decodes any bytes at once and in pieces, with and without foreign formats: both give the same result, and every fix has
/// sound values.
///
/// - Parameters:
///   - bytes: The recording; any bytes.
///   - size: The size of the pieces, at least 1.
func checkRecording(_ bytes: [UInt8], inPiecesOf size: Int) {
    for foreign in [[], foreignFormats] {
        let atOnce = Run(bytes, size: max(1, bytes.count), foreign: foreign)
        let inPieces = Run(bytes, size: size, foreign: foreign)
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
}

private struct Run: Equatable {
    var items: [RecordedItem] = []
    var form: RecordingForm?
    var problem: RecordingProblem?
    var bytes = 0
    var counts: [RecordingCount] = []

    init(_ input: [UInt8], size: Int, foreign: [any TrackFormat.Type]) {
        var decoder = RecordingDecoder(foreign: foreign)
        do throws(RecordingProblem) {
            var start = 0
            while start < input.count {
                let piece = Array(input[start..<min(start + size, input.count)])
                start += piece.count
                var offset = 0
                var mayHaveMore = true
                while mayHaveMore {
                    mayHaveMore = try decoder.decode(piece.span, from: &offset) { items.append($0) }
                }
                precondition(offset == piece.count)
            }
            try decoder.finish { items.append($0) }
        } catch {
            problem = error.regardlessOfPieces
        }
        form = decoder.form
        // After a problem the rest of the piece is lost, which depends on the size of the pieces.
        guard problem == nil else { return }
        bytes = decoder.bytes
        counts = decoder.counts
    }
}

extension RecordingProblem {
    /// The problem without the parts that depend on where the bytes are cut.
    fileprivate var regardlessOfPieces: RecordingProblem {
        switch self {
        // How far zlib has read ahead when it detects damage.
        case .damagedCompression(_, let reason): .damagedCompression(atByte: 0, reason: reason)
        // Which of two messages libexpat has for an error: bytes after the document are junk if libexpat gets them
        // alone, and an invalid token if it also gets what follows.
        case .invalid("GPX", _, _): .invalid("GPX", line: 0, reason: "")
        default: self
        }
    }
}
