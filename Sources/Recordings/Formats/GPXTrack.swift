import LocationModel
import NMEA

/// A GPX recording: each point is an epoch, in the order of the file.
final class GPXTrack: RecordingFormat {
    private let reader: GPXReader
    private var points = 0
    private var epochs = 0
    private var fixes = 0
    private var segments = 0

    /// Creates a track.
    ///
    /// - Parameter isUTF8: Whether the bytes are UTF-8 whatever the document declares, because they were converted.
    init(isUTF8: Bool) { reader = GPXReader(isUTF8: isUTF8) }

    var counts: [RecordingCount] {
        let unreadable = reader.unreadableTimes
        return [
            RecordingCount(points, "points"), RecordingCount(segments, "segments and routes"),
            RecordingCount(epochs, "epochs"), RecordingCount(fixes, "fixes"),
            RecordingCount(reader.malformedPoints, "malformed points"),
            RecordingCount(
                unreadable.count,
                "points with a time that cannot be read"
                    + (unreadable.count > 0
                        ? ", first: '\(unreadable.first)' in line \(unreadable.line)" : "")
            ),
        ]
    }

    var remark: String? { counts.last.flatMap { $0.count > 0 ? "\($0.count) \($0.name)" : nil } }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        do throws(GPXProblem) { try reader.parse(bytes) { append($0, emit) } } catch { throw .gpx(error) }
    }

    func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        do throws(GPXProblem) { try reader.finish { append($0, emit) } } catch { throw .gpx(error) }
    }

    private func append(_ point: GPXPoint, _ emit: (RecordedItem) -> Void) {
        points += 1
        if point.beginsSegment {
            segments += 1
            // By the GPX specification the receiver was off or had no position between segments.
            if epochs > 0 { emitEpoch(.noFix(time: nil), emit) }
        }
        emitEpoch(Fix(point).map(Epoch.fix) ?? .noFix(time: point.time), emit)
    }

    private func emitEpoch(_ epoch: Epoch, _ emit: (RecordedItem) -> Void) {
        epochs += 1
        if case .fix = epoch { fixes += 1 }
        emit(.epoch(RecordedEpoch(epoch)))
    }
}

extension Fix {
    /// Converts a point; `nil` if it says that there was no solution.
    init?(_ point: GPXPoint) {
        let quality: FixQuality
        var mode: Mode = point.elevationMeters == nil ? .twoDimensional : .threeDimensional
        switch point.solution {
        case .some(.none): return nil
        // A place that somebody marked or drew was not measured by a receiver.
        case nil: quality = point.part == .track ? .unknown : .manual
        case .twoDimensional:
            quality = .autonomous
            mode = .twoDimensional
        case .threeDimensional:
            quality = .autonomous
            mode = .threeDimensional
        case .differential: quality = .differential
        case .precise: quality = .precise
        }
        self.init(time: point.time, coordinate: point.coordinate, mode: mode, quality: quality)
        if mode == .threeDimensional { altitudeMeters = point.elevationMeters }
        geoidSeparationMeters = point.geoidSeparationMeters
        speedMetersPerSecond = point.speedMetersPerSecond
        courseDegrees = point.courseDegrees
        satellitesUsed = point.satellitesUsed
        horizontalDilution = point.horizontalDilution
        accuracy = FixAccuracy(
            quality: quality,
            horizontalDilution: point.horizontalDilution,
            verticalDilution: point.verticalDilution,
            hasAltitude: altitudeMeters != nil
        )
    }
}
