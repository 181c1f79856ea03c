import LinuxSystem
import LocationModel
import NMEA
import TestSupport
import Testing

@testable import Receivers

@Suite(
    "The heading of a compass at a real gpsd",
    .enabled(if: LiveGPSD.isInstalled, "gpsd is not installed"),
    .serialized,
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct AttitudeTests {
    @Test(
        "is magnetic by the receiver's variation, whose sign is that of east (TrueNorth)",
        arguments: [("4.5,E", 80.7), ("4.5,W", 89.7)]
    )
    func variation(_ text: String, _ magnetic: Double) throws {
        let gpsd = try LiveGPSD()
        defer { gpsd.kill() }
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: String(gpsd.port)))
        #expect(loop.sees { $0.states.last == .acquiring(.nothingHeard) })
        let feed = try gpsd.feed()
        // gpsd needs some sentences to recognise the receiver, and may combine reports that come at once.
        for body in [
            "GPGGA,120000.00,5230.0000,N,01300.0000,E,1,08,1.0,34.0,M,44.0,M,,",
            "GPRMC,120000.00,A,5230.0000,N,01300.0000,E,10.0,90.0,150624,\(text),A",
            "PTNTHTM,85.2,N,-0.1,N,0.2,N,3.1,0.5",
        ] { try feed.send(sentence(body)) }
        #expect(loop.sees { !$0.headings.isEmpty })
        let heading = try #require(loop.reports.headings.last)
        #expect(heading.trueDegrees == 85.2)
        #expect(abs(try #require(heading.magneticDegrees) - magnetic) < 1e-6)
        #expect(heading.accuracyDegrees == nil && heading.compass == .normal)
    }
}

@Suite("A compass at gpsd")
struct GPSDCompassTests {
    private let start = MonotonicInstant.systemEpoch

    @Test("knows only true north until a position has the variation, and keeps that where others have none")
    func variation() throws {
        var compass = GPSDCompass()
        let alone = compass.completed(try #require(Heading(trueDegrees: 10)), from: "a", at: start)
        #expect(alone?.trueDegrees == 10 && alone?.magneticDegrees == nil)
        let north = try #require(Heading(trueDegrees: 350))
        // Some are none that is possible.
        for stated in [-20, nil, 180.5, -180.5, .nan] {
            compass.record(variationDegrees: stated)
            let heading = compass.completed(north, from: "a", at: start)
            #expect(heading?.magneticDegrees == 10)
        }
    }

    @Test("is the first of several until it is silent")
    func several() throws {
        var compass = GPSDCompass()
        let heading = try #require(Heading(trueDegrees: 10))
        func isUsed(_ path: String, after seconds: Int) -> Bool {
            compass.completed(heading, from: path, at: start + .seconds(seconds)) != nil
        }
        let isFirstUsed = isUsed("a", after: 0)
        let isSecondUsed = isUsed("b", after: 4)
        let isSecondUsedLater = isUsed("b", after: 5)
        let isFirstUsedAgain = isUsed("a", after: 6)
        #expect(isFirstUsed && !isSecondUsed && isSecondUsedLater && !isFirstUsedAgain)
    }
}
