import LocationModel
import NMEA

/// A GPX recording: each point is an epoch, in the order of the file.
///
/// If there is a track, it is the receiver's recording, and routes and waypoints are left out. They precede
/// it in the file, so they are kept until a track begins or the file ends.
final class GPXTrack: TrackFormat {
    static let kind = RecordingForm.Kind.gpx

    /// The most points of routes and waypoints that are kept.
    private static let keptPoints = 20_000

    private let reader: GPXReader
    private var hasTrack = false
    private var kept: [GPXPoint] = []
    private var pointsLeftOut = 0

    /// The time of the first point, and the number of points that have the same one.
    private var firstTime: UTCInstant?
    private var pointsOfFirstTime = 0
    private var points = 0
    private var epochs = 0
    private var fixes = 0
    private var segments = 0

    init(isUTF8: Bool) { reader = GPXReader(isUTF8: isUTF8) }

    /// Returns whether it is XML; the reader rejects other XML than GPX.
    static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "<"), let second = text.dropFirst().first else { return false }
        let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= second | 0x20
        return isLetter || second == UInt8(ascii: "?") || second == UInt8(ascii: "!")
    }

    var counts: [RecordingCount] {
        let unreadable = reader.unreadableTimes
        var counts = [
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
        if pointsLeftOut > 0 {
            counts.insert(RecordingCount(pointsLeftOut, "points of routes and waypoints, left out"), at: 1)
        }
        return counts
    }

    var remark: String? {
        if let firstTime, points > 1, pointsOfFirstTime == points {
            return "all \(points) points have the time \(firstTime), so they are played at one moment"
        }
        return counts.last.flatMap { $0.count > 0 ? "\($0.count) \($0.name)" : nil }
    }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        do throws(RecordingProblem) {
            try reader.parse(bytes) { add($0, emit) }
        } catch {
            playKept(emit)
            throw error
        }
    }

    func finish(_ emit: (RecordedItem) -> Void) throws(RecordingProblem) {
        defer { playKept(emit) }
        try reader.finish { add($0, emit) }
    }

    private func add(_ point: GPXPoint, _ emit: (RecordedItem) -> Void) {
        if point.part == .track {
            hasTrack = true
            pointsLeftOut += kept.count
            kept = []
            play(point, emit)
        } else if !hasTrack, kept.count < Self.keptPoints {
            kept.append(point)
        } else {
            pointsLeftOut += 1
        }
    }

    private func playKept(_ emit: (RecordedItem) -> Void) {
        for point in kept { play(point, emit) }
        kept = []
    }

    private func play(_ point: GPXPoint, _ emit: (RecordedItem) -> Void) {
        points += 1
        firstTime = firstTime ?? point.time
        if point.time == firstTime { pointsOfFirstTime += 1 }
        if point.beginsSegment {
            segments += 1
            // By the GPX specification the receiver was off or had no position between segments.
            if epochs > 0 { emitEpoch(.noFix(time: nil), emit) }
        }
        emitEpoch(point.fix.map(Epoch.fix) ?? .noFix(time: point.time), emit)
    }

    private func emitEpoch(_ epoch: Epoch, _ emit: (RecordedItem) -> Void) {
        epochs += 1
        if case .fix = epoch { fixes += 1 }
        emit(.epoch(RecordedEpoch(epoch)))
    }
}
