import LocationModel
import Receivers
import TestSupport
import Testing

@Suite("A stamped recording")
final class StampedRecordingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func playback(of text: String) throws -> Playback {
        try folder.write(text, to: "drive.log")
        return Playback(RecordingReceiver(name: "test", path: folder.path + "/drive.log"))
    }

    @Test("has the date of its stamps if the receiver has none")
    func dates() {
        let midnight = 1_778_544_000
        let decoded = Decoded(Drive.nmea(hasDate: false) { "\(midnight + 6 * 3600 + 30 * 60 + $0).250 " })
        #expect(decoded.fixes.map(\.time) == Decoded(Drive.nmea()).fixes.map(\.time))
        // Stamped when it was replayed, an hour later: the stamps do not give the date.
        let later = Decoded(Drive.nmea(hasDate: false) { "\(midnight + 7 * 3600 + 30 * 60 + $0).250 " })
        #expect(later.fixes.allSatisfy { $0.time == nil })
        #expect(later.fixes.count == Drive.seconds.count)
    }

    @Test("keeps the receiver's own times, whatever the stamps say")
    func receiverWins() throws {
        // The computer's clock is years off, and half as fast.
        let text = Drive.nmea { "\(1_000_000_000 + $0 / 2).5 " }
        let decoded = Decoded(text)
        #expect(decoded.fixes.map(\.time) == Decoded(Drive.nmea()).fixes.map(\.time))
        var playback = try playback(of: text)
        playback.advance(by: .seconds(100))
        #expect(playback.epochs.map(\.at) == Drive.seconds.map { .seconds($0) })
    }

    @Test("is played by its stamps if the sentences have no time")
    func intervals() throws {
        let body = sentence("GPGLL,4759.91000,N,00749.74000,E,,A,A")
        let text = [0, 500, 1500, 29_500, 29_000, 8000, 8250].map { "\(1_778_567_400_000 + $0);N;\(body)" }
            .joined()
        var playback = try playback(of: text)
        playback.advance(by: .seconds(100))
        let expected: [Duration] = [0, 500, 1500, 29_500, 29_500, 89_500, 89_750].map { .milliseconds($0) }
        // A step back of more than ten seconds is a pause of a minute.
        #expect(playback.epochs.map(\.at) == expected)
    }

    @Test("corrects the intervals of its stamps at the receiver's next time")
    func catchingUp() throws {
        let untimed = sentence("GPGGA,,4759.91000,N,00749.74000,E,1,09,0.90,262.0,M,47.8,M,,")
        let text =
            Drive.sentences(0).map { "0.1 \($0)\n" }.joined() + "1.6 " + untimed + "3.1 " + untimed
            + Drive.sentences(4).map { "4.9 \($0)\n" }.joined()
        var playback = try playback(of: text)
        playback.advance(by: .seconds(100))
        let expected: [Duration] = [0, 1500, 3000, 4000].map { .milliseconds($0) }
        #expect(playback.epochs.map(\.at) == expected)
    }
}
