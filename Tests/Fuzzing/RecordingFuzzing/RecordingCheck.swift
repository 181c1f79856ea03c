import LocationModel
import Recordings

/// Decodes any bytes at once and in pieces: both give the same, and every fix has sound values.
///
/// - Parameters:
///   - bytes: A recording, or not.
///   - size: How long the pieces are, from 1.
package func checkRecording(_ bytes: [UInt8], inPiecesOf size: Int) {
    let atOnce = Run(bytes, size: max(1, bytes.count))
    let inPieces = Run(bytes, size: size)
    precondition(atOnce == inPieces)
    for recorded in atOnce.epochs {
        if case .fix(let fix) = recorded.epoch { check(fix) }
    }
    precondition(atOnce.problem != nil || atOnce.bytes == bytes.count)
    precondition(atOnce.counts.allSatisfy { $0.count >= 0 })
}

private struct Run: Equatable {
    var epochs: [RecordedEpoch] = []
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
                    mayHaveMore = try decoder.take(piece.span, from: &offset) { epochs.append($0) }
                }
                precondition(offset == piece.count)
            }
            try decoder.finish { epochs.append($0) }
        } catch { problem = error }
        form = decoder.form
        // After a problem the rest of a piece is lost, which depends on the piece.
        guard problem == nil else { return }
        bytes = decoder.bytes
        counts = decoder.counts
    }
}

private func check(_ fix: Fix) {
    let numbers = [
        fix.altitudeMeters, fix.geoidSeparationMeters, fix.speedMetersPerSecond, fix.courseDegrees,
        fix.horizontalDilution, fix.accuracy?.vertical68Meters,
    ]
    precondition(numbers.allSatisfy { $0?.isFinite ?? true })
    precondition(fix.speedMetersPerSecond ?? 0 >= 0)
    precondition((0..<360).contains(fix.courseDegrees ?? 0))
    precondition(fix.accuracy?.vertical68Meters ?? 1 > 0)
    precondition(fix.satellitesUsed ?? 0 >= 0)
    guard let accuracy = fix.accuracy else { return }
    precondition(accuracy.horizontal68Meters > 0)
    precondition(accuracy.horizontal95Meters > accuracy.horizontal68Meters)
    precondition(accuracy.horizontal95Meters.isFinite)
}
