import LocationModel
import NMEA
import Varlink

/// A log of gpsd's messages to a client: JSON, one report on each line, with or without time stamps, possibly with
/// sentences between them.
///
/// The rules are those of a connection to gpsd, except that a quiet line does not complete an epoch: a report with
/// another time does.
final class ReportLog: RecordingFormat {
    /// The silence of the followed device after which another one may be followed.
    private static let longestSilence: Duration = .seconds(5)

    private var lines = LineAssembler()
    private var collector = EpochCollector()
    private var followed = FollowedDevice()
    private var compass = GPSDCompass()

    /// The time within the log, which replaces the clock of a connection.
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

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        lines.append(bytes) { decode(line: $0, emit) }
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        lines.finish { decode(line: $0, emit) }
        emitEpoch(collector.flush(), emit)
    }

    private func decode(line: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
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
        if case .report(let time, _, _) = report.message {
            positionReports += 1
            advance(to: time, stamp?.stamp)
        }
        if lastHeard.duration(to: now) > Self.longestSilence { followed.reset() }
        if case .attitude(let attitude) = report.message {
            if let heading = compass.heading(of: attitude, from: report.device, at: now) {
                emit(.heading(heading))
            }
            return
        }
        guard followed.accepts(report.message, from: report.device) else {
            ofOtherDevices += 1
            return
        }
        lastHeard = now
        record(report.message, stamp?.stamp, emit)
    }

    private func record(_ message: GPSDMessage, _ stamp: ArrivalStamp?, _ emit: (RecordedItem) -> Void) {
        // Without times, another place means another epoch.
        if case .report(_, _, let variation) = message { compass.record(variationDegrees: variation) }
        if case .report(nil, .fix(let fix), _) = message, let openPlace, openPlace != fix.coordinate {
            emitEpoch(collector.flush(), emit)
        }
        emitEpoch(collector.record(message, at: now), emit)
        guard case .report(let time, let epoch, _) = message, collector.isCollecting else { return }
        if arrival == nil { arrival = stamp }
        if time == nil, case .fix(let fix) = epoch { openPlace = fix.coordinate } else { openPlace = nil }
    }

    private func emitEpoch(_ collected: EpochCollector.CollectedEpoch?, _ emit: (RecordedItem) -> Void) {
        guard let collected else { return }
        epochs += 1
        if case .fix = collected.epoch { fixes += 1 }
        emit(.epoch(RecordedEpoch(collected.epoch, arrival: arrival)))
        arrival = nil
        openPlace = nil
    }

    /// Advances the time of the log by the receiver's times, else by the stamps.
    private func advance(to time: UTCInstant?, _ stamp: ArrivalStamp?) {
        var passed: Duration?
        if let time, let lastTime { passed = lastTime.duration(to: time) }
        if passed == nil, let stamp, let lastArrival { passed = lastArrival.duration(to: stamp) }
        lastTime = time ?? lastTime
        lastArrival = stamp ?? lastArrival
        // A step back, or of more than a day, is another session.
        if let passed, passed > .zero { now = now + min(passed, .seconds(86_400)) }
    }
}

extension Span<UInt8> {
    /// The JSON object that the rest of a line is or ends in; `nil` if there is none.
    ///
    /// A sentence may precede it on the line if line ends were lost.
    fileprivate func object(from start: Int) -> [UInt8]? {
        var index = start
        while index < count, self[index] != UInt8(ascii: "{") {
            // Only a few bytes separate a stamp from its object. Comments and sentences are not reports, whatever they
            // quote.
            guard index < start + 8, self[index] != UInt8(ascii: "#"), self[index] != UInt8(ascii: "$") else {
                return nil
            }
            index += 1
        }
        guard index < count else { return nil }
        return unsafe extracting(index...).withUnsafeBytes { unsafe Array($0) }
    }
}
