import Lab
import LocationModel
import Receivers
import TestSupport
import Testing

@Suite("A recording of any kind")
final class PlayedKindsTests {
    private let folder: TemporaryFolder
    private static let drives = [
        "nmea": Drive.nmea(), "stamped.log": Drive.nmea { "\(1_778_567_400 + $0) " }, "json": Drive.gpsd(),
        "gpx": Drive.gpx, "plt": Drive.geolife, "records.json": Drive.googleRecords,
        "timeline.json": Drive.googleTimeline, "gnss.txt": Drive.gnssLogger,
    ]

    init() throws { folder = try TemporaryFolder() }

    @Test("is played by its own times, at any pace", arguments: drives.keys.sorted(), [1.0, 10])
    func played(ending: String, factor: Double) throws {
        try folder.write(Self.drives[ending] ?? "", to: "drive." + ending)
        let path = folder.path + "/drive." + ending
        let pace = factor == 1 ? PlaybackPace.realTime : .times(factor)
        let receiver = RecordingReceiver(name: "test", path: path, pace: pace, foreign: foreignFormats)
        var playback = Playback(receiver)
        playback.advance(by: .seconds(120))
        #expect(playback.epochs.map(\.observedAt) == Drive.seconds.map { .seconds($0) })
        #expect(playback.epochs.map(\.at) == Drive.seconds.map { .seconds($0) / factor })
        #expect(playback.states == [.acquiring(.nothingHeard), .fixed, .ended])
    }

    @Test("is a problem for the service if no receiver writes it", arguments: drives.keys.sorted())
    func checked(ending: String) throws {
        try folder.write(Self.drives[ending] ?? "", to: "drive." + ending)
        let path = folder.path + "/drive." + ending
        // A phone's log has sentences, too.
        if ["nmea", "stamped.log", "json", "gpx", "gnss.txt"].contains(ending) {
            try RecordingReceiver.check(path: path)
        } else {
            #expect(throws: ReceiverProblem.self) { try RecordingReceiver.check(path: path) }
        }
    }

    @Test("that is truncated is played up to its end, and is then a problem")
    func brokenOff() throws {
        try folder.write(String(Drive.gpx.prefix(Drive.gpx.count / 2)), to: "drive.gpx")
        let path = folder.path + "/drive.gpx"
        let receiver = RecordingReceiver(
            name: "test",
            path: path,
            pace: .unlimited,
            loops: true,
            foreign: foreignFormats
        )
        var playback = Playback(receiver)
        playback.advance(by: .zero)
        #expect((18...20).contains(playback.epochs.count))
        guard case .absent(let problem, nil) = playback.states.last else {
            Issue.record("\(playback.states)")
            return
        }
        #expect(problem.description.hasPrefix("recording \(path): GPX, line "))
    }

    @Test("is played with its readable part, and says at the end what could not be read")
    func remark() throws {
        let points = #"<trkpt lat="1" lon="2"/><trkpt lat="1" lon="2"><time>noon</time></trkpt>"#
        try folder.write("<gpx>\(points)</gpx>", to: "drive.gpx")
        let path = folder.path + "/drive.gpx"
        var said: [String] = []
        let receiver = RecordingReceiver(name: "test", path: path, foreign: foreignFormats) {
            said.append($0)
        }
        var playback = Playback(receiver)
        playback.advance(by: .seconds(10))
        #expect(playback.epochs.count == 2)
        let remark = "1 points with a time that cannot be read, first: 'noon' in line 1"
        #expect(said == ["recording \(path): \(remark)"])
    }

    @Test("of points without times is played at one a second, and is lost between segments")
    func untimedPoints() throws {
        let points = { (latitudes: ClosedRange<Int>) in
            latitudes.map { #"<trkpt lat="\#($0)" lon="7"/>"# }.joined()
        }
        let segments = "<trkseg>\(points(1...3))</trkseg><trkseg>\(points(4...5))</trkseg>"
        try folder.write("<gpx><trk>\(segments)</trk></gpx>", to: "drive.gpx")
        let path = folder.path + "/drive.gpx"
        var playback = Playback(RecordingReceiver(name: "test", path: path, foreign: foreignFormats))
        playback.advance(by: .seconds(60))
        #expect(playback.epochs.map(\.at) == (0...5).map { .seconds($0) })
        #expect(playback.epochs.map { $0.epoch.hasFix } == [true, true, true, false, true, true])
    }
}
