import LocationModel
import NMEA
import Varlink

/// A log of gpsd's messages to a client: JSON, one report on each line, with or without time stamps, possibly with
/// sentences between them.
///
/// The rules are those of a connection to gpsd, except that a quiet line does not complete an epoch: a report with
/// another time does.
final class ReportLog: RecordingFormat {
    private var lines = LineAssembler()
    private var devices = GPSDDevices(isRecorded: true)

    /// The time within the log, which replaces the clock of a connection.
    private var now = MonotonicInstant.systemEpoch
    private var lastTime: UTCInstant?
    private var lastArrival: ArrivalStamp?
    private var arrival: ArrivalStamp?

    private var reports = 0
    private var positionReports = 0
    private var malformedReports = 0
    private var otherLines = 0
    private var epochs = 0
    private var fixes = 0

    var counts: [RecordingCount] {
        [
            RecordingCount(reports, "reports"), RecordingCount(positionReports, "position reports"),
            RecordingCount(epochs, "epochs"), RecordingCount(fixes, "fixes"),
            RecordingCount(devices.otherEpochs, "epochs of other devices"),
            RecordingCount(malformedReports, "malformed reports"),
            RecordingCount(lines.tooLong, "lines without end"), RecordingCount(otherLines, "other lines"),
        ]
    }

    func decode(_ bytes: Span<UInt8>, _ emit: (RecordedItem) -> Void) {
        lines.append(bytes) { decode(line: $0, emit) }
    }

    func finish(_ emit: (RecordedItem) -> Void) {
        lines.finish { decode(line: $0, emit) }
        emitEpochs(devices.flush(), emit)
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
        if let heading = devices.heading(of: report, at: now) { emit(.heading(heading)) }
        emitEpochs(devices.record(report, at: now), emit)
        if case .report = report.message, devices.isFollowed(report.device), devices.isCollecting {
            arrival = arrival ?? stamp?.stamp
        }
    }

    private func emitEpochs(_ collected: [GPSDDevices.CollectedEpoch], _ emit: (RecordedItem) -> Void) {
        for collected in collected {
            epochs += 1
            if case .fix = collected.epoch { fixes += 1 }
            emit(.epoch(RecordedEpoch(collected.epoch, arrival: arrival)))
            arrival = nil
        }
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
    /// Returns the JSON object at the end of a line, from `start` on; `nil` if there is none.
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
