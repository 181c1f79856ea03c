import GPSDReports
import LocationModel
import Varlink

/// A log of what gpsd told a client: JSON, a report a line, with or without time stamps and sentences between them.
///
/// The rules are those of a connection to gpsd, but that nobody waits: an epoch is complete when one of another time
/// begins, not when the line is quiet.
final class ReportLog: RecordingFormat {
    /// Silence of the followed device after which another one may be.
    private static let longestSilence: Duration = .seconds(5)

    private var lines = LineCutter()
    private var collector = EpochCollector()
    private var followed = FollowedDevice()

    /// The time within the log, which stands in for the clock that a connection would have.
    private var now = MonotonicInstant.systemEpoch
    private var lastTime: UTCInstant?
    private var lastArrival: ArrivalStamp?
    private var lastHeard = MonotonicInstant.systemEpoch
    private var openPlace: Coordinate?
    private var arrival: ArrivalStamp?

    private var reports = 0
    private var positionReports = 0
    private var malformedReports = 0
    private var otherLines = 0
    private var ofOtherDevices = 0
    private var epochs = 0
    private var fixes = 0

    var counts: [RecordingCount] {
        [
            RecordingCount(reports, "reports"), RecordingCount(positionReports, "position reports"),
            RecordingCount(epochs, "epochs"), RecordingCount(fixes, "fixes"),
            RecordingCount(ofOtherDevices, "reports of other devices"),
            RecordingCount(malformedReports, "malformed reports"),
            RecordingCount(lines.tooLong, "lines without end"), RecordingCount(otherLines, "other lines"),
        ]
    }

    func take(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        lines.take(bytes) { take(line: $0, emit) }
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        lines.finish { take(line: $0, emit) }
        hand(collector.takePending(), emit)
    }

    private func take(line: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        let stamp = ArrivalStamp.read(line)
        guard let object = line.object(from: stamp?.end ?? 0) else {
            otherLines += 1
            return
        }
        guard let json = try? JSONObject(object), let report = GPSDLine(json) else {
            malformedReports += 1
            return
        }
        reports += 1
        if case .report(let time, _) = report.message {
            positionReports += 1
            advance(to: time, stamp?.stamp)
        }
        if lastHeard.duration(to: now) > Self.longestSilence { followed.letGo() }
        guard followed.isAuthor(report.device, of: report.message) else {
            ofOtherDevices += 1
            return
        }
        lastHeard = now
        take(report.message, stamp?.stamp, emit)
    }

    private func take(_ message: GPSDMessage, _ stamp: ArrivalStamp?, _ emit: (RecordedItem) -> Void) {
        // Without times, another place shows that another epoch has begun.
        if case .report(nil, .fix(let fix)) = message, let openPlace, openPlace != fix.coordinate {
            hand(collector.takePending(), emit)
        }
        hand(collector.take(message, at: now), emit)
        guard case .report(let time, let epoch) = message, collector.isCollecting else { return }
        if arrival == nil { arrival = stamp }
        if time == nil, case .fix(let fix) = epoch { openPlace = fix.coordinate } else { openPlace = nil }
    }

    private func hand(_ collected: EpochCollector.Collected?, _ emit: (RecordedItem) -> Void) {
        guard let collected else { return }
        epochs += 1
        if case .fix = collected.epoch { fixes += 1 }
        emit(.epoch(RecordedEpoch(collected.epoch, arrival: arrival)))
        arrival = nil
        openPlace = nil
    }

    /// Lets time pass as the log tells: by the receiver's times, else by the stamps.
    private func advance(to time: UTCInstant?, _ stamp: ArrivalStamp?) {
        var passed: Duration?
        if let time, let lastTime { passed = lastTime.duration(to: time) }
        if passed == nil, let stamp, let lastArrival { passed = lastArrival.duration(to: stamp) }
        lastTime = time ?? lastTime
        lastArrival = stamp ?? lastArrival
        // A step back, or over a day, is another session.
        if let passed, passed > .zero { now = now + min(passed, .seconds(86_400)) }
    }
}

extension Span<UInt8> {
    /// The JSON object that the rest of a line is, or ends in; `nil` when it is something else.
    ///
    /// A sentence may stand on the same line where the ends of lines were lost.
    fileprivate func object(from start: Int) -> [UInt8]? {
        var index = start
        while index < count, self[index] != UInt8(ascii: "{") {
            // What follows a stamp is short; a comment or a sentence is no report, whatever it quotes.
            guard index < start + 8, self[index] != UInt8(ascii: "#"), self[index] != UInt8(ascii: "$") else {
                return nil
            }
            index += 1
        }
        guard index < count else { return nil }
        return unsafe extracting(index...).withUnsafeBytes { unsafe Array($0) }
    }
}
