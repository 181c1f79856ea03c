import LinuxSystem
import Testing
import UserInput
import WaymarkEngine

@testable import Daemon

@Suite("A configuration file")
struct ConfigurationFileTests {
    @Test("sets its keys and nothing else")
    func sets() throws {
        let text = """
            # a comment
            [Socket]
            Path=/tmp/socket
            MaxMessageSize = 128K
            [State]
            KeyFile=/etc/waymark/key   ; kept elsewhere
            [Receivers]
              Receiver=gpsd://localhost:2947
              Receiver=file:///tmp/drive.nmea?speed=60
            IdleAfter=1min 30s
            [SignificantChange]
            Distance: 1.5km
            [Log]
            Level=debug
            """
        var expected = Configuration()
        expected.socket.path = "/tmp/socket"
        expected.socket.maxMessageSize = 131_072
        expected.state.keyFile = "/etc/waymark/key"
        expected.receivers = ["gpsd://localhost:2947", "file:///tmp/drive.nmea?speed=60"]
        expected.engine.receiversIdleAfter = .seconds(90)
        expected.engine.significantChange.distanceMeters = 1500
        expected.logLevel = .debug
        #expect(try ConfigurationFile.parse(text, path: "x.conf") == expected)
    }

    /// Values that are refused: the section, the key, the value, and what would be right.
    private static let values = [
        ("Log", "Level", "loud", "one of error, warning, notice, info, debug"),
        ("Widgets", "FixTimeout", "10 parsecs", "a time span up to 365d such as 90s, 5min or 1h 30min"),
        ("Widgets", "RetryAfter", "0", "a time span above zero and up to 365d such as 90s, 5min or 1h 30min"),
        ("SignificantChange", "Distance", "1m", "a distance from 10m to 1000km such as 500m or 1.5km"),
        ("Socket", "MaxConnections", "0", "a whole number from 1 to 65536"),
        ("Socket", "MaxMessageSize", "1", "a size from 4K to 64M such as 64K or 1M"),
        ("State", "Directory", "state", "an absolute path"),
        (
            "Receivers", "Receiver", "localhost",
            "the URL of a receiver such as gpsd://localhost:2947 or file:///path?speed=60"
        ),
    ]

    static var faults: [(text: String, problem: String)] {
        let refused = values.map { section, key, value, correction -> (text: String, problem: String) in
            let problem = "x.conf:2: '\(key)=' does not accept '\(value)': give \(correction)"
            return ("[\(section)]\n\(key)=\(value)", problem)
        }
        return forms + refused
    }

    private static let forms: [(text: String, problem: String)] = [
        ("[Socket]\nPaht=/x", "x.conf:2: [Socket] has no key 'Paht='; did you mean 'Path='?"),
        ("[Log]\nColour=red", "x.conf:2: [Log] has no key 'Colour='; it has Level="),
        (
            "[Widget]\nFixTimeout=1s\nRetryAfter=1s",
            "x.conf:1: no section is called [Widget]; did you mean [Widgets]?"
        ),
        (
            "[Receivers]\nReceiver=carrier-pigeon://home",
            "x.conf:2: 'Receiver=' does not accept 'carrier-pigeon://home': no receiver has the scheme "
                + "'carrier-pigeon'; the schemes are feed, file, gpsd, serial, tcp, udp and unix"
        ),
        (
            "[Elsewhere]\nA=1",
            "x.conf:1: no section is called [Elsewhere]; "
                + "there are [Socket], [State], [Journal], [Record], [Manifests], [Bridge], [Authorization], [Policy], [Receivers], [Place], [SignificantChange], [Visits], [Widgets], [Quotas], [Log]"
        ),
        (
            "[Widgets]\nDistance=1km",
            "x.conf:2: [Widgets] has no key 'Distance='; it belongs in [SignificantChange]"
        ),
        ("Level=info", "x.conf:1: 'Level=' stands before the first [Section]"),
        ("[Log]\nLevel=info\n\nLevel=debug", "x.conf:4: 'Level=' is assigned in line 2 already"),
        ("[Log]\nnonsense", "x.conf:2: expected [Section], Key=value or a comment"),
        ("[Log\nLevel=loud", "x.conf:1: the section's name has no closing bracket"),
        ("[Log]\nLevel=\0info", "x.conf:2: the line contains a zero byte; save the file as UTF-8 text"),
        (
            "[Log]\nLevel=" + String(repeating: "x", count: 300),
            "x.conf:2: 'Level=' does not accept '\(String(repeating: "x", count: 60))…': "
                + "give one of error, warning, notice, info, debug"
        ),
    ]

    @Test("with a mistake is refused with its place, key and correction", arguments: faults)
    func wrong(text: String, problem: String) {
        let error = #expect(throws: INIError.self) { try ConfigurationFile.parse(text, path: "x.conf") }
        #expect(error?.description == problem)
    }

    static let bounds: [(taken: String, refused: String)] = [
        ("[Socket]\nMaxMessageSize=4K", "[Socket]\nMaxMessageSize=4095"),
        ("[Journal]\nKeep=0\n[Receivers]\nIdleAfter=0s", "[Visits]\nDwell=0"),
        ("[Record]\nSize=64G", "[Record]\nSize=65G"),
        ("[Widgets]\nFixTimeout=365d", "[Widgets]\nFixTimeout=365d 1s"),
        ("[Widgets]\nDailyReloads=1", "[Widgets]\nDailyReloads=0"),
        ("[Visits]\nRadius=10km", "[Visits]\nRadius=10001m"),
        ("[Place]\nAccuracy=1000km", "[Place]\nAccuracy=1001km"),
        ("[Quotas]\nWidgets=1000000", "[Quotas]\nWidgets=1000001"),
    ]

    @Test("has values up to the limits that it states, and none beyond", arguments: bounds)
    func limits(taken: String, refused: String) {
        #expect(throws: Never.self) { try ConfigurationFile.parse(taken, path: "x.conf") }
        #expect(throws: INIError.self) { try ConfigurationFile.parse(refused, path: "x.conf") }
    }

    @Test("with several mistakes is refused with all of them, in order")
    func wrongEverywhere() {
        let text = """
            Level=info
            [Log]
            nonsense
            Level=loud
            more nonsense
            [Socket
            Path=not judged
            [State]
            KeyFlie=/x
            """
        let error = #expect(throws: INIError.self) { try ConfigurationFile.parse(text, path: "x.conf") }
        #expect(error?.problems.map(\.line) == [1, 3, 4, 5, 6, 9])
    }
}
