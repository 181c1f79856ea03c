import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@testable import OwnTracks
@testable import Relay

@Suite("Messages of OwnTracks")
struct OwnTracksFormatTests {
    private let format = OwnTracksFormat(settings: FormatSamples.settings())

    @Test("have whole seconds, metres, km/h and degrees below 360")
    func location() {
        let messages = format.messages(for: FormatSamples.change, isNewest: true)
        #expect(messages.map(\.topic) == ["owntracks/anna/van-17"] && messages.map(\.isRetained) == [true])
        let expected = """
            {"_type":"location","acc":12,"alt":34,"cog":0,"created_at":1800000002,"lat":52.5,"lon":13.25,\
            "tid":"17","tst":1799999995,"vac":6,"vel":36}
            """
        #expect(messages.first?.text == expected)
    }

    @Test("leave out what is unknown")
    func unknown() {
        let place = RelayPlace(latitude: 1, longitude: 2, time: FormatSamples.time)
        let messages = format.messages(for: FormatSamples.change(at: place), isNewest: false)
        let expected =
            #"{"_type":"location","created_at":1800000002,"lat":1,"lon":2,"tid":"17","tst":1800000000}"#
        #expect(messages.map(\.text) == [expected] && messages.map(\.isRetained) == [false])
    }

    @Test(
        "say what a location came from",
        arguments: [
            (FormatSamples.live(isAskedFor: true), "r"), (FormatSamples.live(isAskedFor: false), "t"),
            (FormatSamples.event(.arrival) { $0.stay = FormatSamples.stay }, "v"),
        ]
    )
    func trigger(_ event: RelayEvent, _ trigger: String) throws {
        let messages = format.messages(for: event, isNewest: true)
        let object = try JSONObject(#require(messages.first).payload)
        #expect(object["t"]?.text == trigger)
    }

    @Test("tell of no region unless the owner wants it, and then of its place first")
    func transitions() {
        let entered = FormatSamples.event(.regionEntered) { $0.region = FormatSamples.crossing }
        let left = FormatSamples.event(.regionLeft) { $0.region = FormatSamples.crossing }
        #expect(format.messages(for: entered, isNewest: true) == [])
        let telling = OwnTracksFormat(settings: FormatSamples.settings { $0.sendsTransitions = true })
        let messages =
            telling.messages(for: entered, isNewest: true) + telling.messages(for: left, isNewest: true)
        let topics = ["waypoint", "event", "event"].map { "owntracks/anna/van-17/\($0)" }
        #expect(messages.map(\.topic) == topics)
        #expect(messages.allSatisfy { !$0.isRetained })
        func transition(_ event: String) -> String {
            """
            {"_type":"transition","acc":12,"desc":"depot","event":"\(event)","lat":52.5,"lon":13.25,\
            "t":"c","tid":"17","tst":1800000000,"wtst":1700000000}
            """
        }
        let region = #"{"_type":"waypoint","desc":"depot","lat":52.4,"lon":13.2,"rad":150,"tst":1700000000}"#
        #expect(messages.map(\.text) == [region, transition("enter"), transition("leave")])
    }

    @Test("are not sent of what is over, of receivers and gaps")
    func others() {
        for event in FormatSamples.all where [.departure, .receiver, .gap].contains(event.kind) {
            #expect(format.messages(for: event, isNewest: true) == [])
        }
    }

    @Test(
        "are read by the receiver of phones, in the clear and encrypted",
        arguments: [nil, "kurz", "0123456789abcdefghijklmnopqrstuv"]
    )
    func roundTrip(_ secret: String?) throws {
        let own = secret.flatMap { SecretBox(secret: Array($0.utf8)) }
        let format = OwnTracksFormat(settings: FormatSamples.settings { $0.ownTracksSecret = own })
        let sent = try #require(format.messages(for: FormatSamples.change, isNewest: true).first)
        var message = OwnTracksMessage(sent.payload)
        if let own {
            guard case .encrypted(let bytes) = message else {
                Issue.record("\(sent.text) is not encrypted")
                return
            }
            #expect(SecretBox(secret: Array("other".utf8))?.open(bytes) == nil)
            message = OwnTracksMessage(try #require(own.open(bytes)))
        }
        let fix = FeedInterface.Fix(
            latitudeDegrees: 52.5,
            longitudeDegrees: 13.25,
            horizontalAccuracyMeters: 12,
            time: "2027-01-15T07:59:55Z",
            altitudeMeters: 34,
            verticalAccuracyMeters: 6,
            speedMetersPerSecond: 10,
            courseDegrees: 0
        )
        #expect(message == .position(fix, UTCInstant(secondsSince1970: 1_799_999_995), user: nil))
    }

    @Test("of an app are read as its documentation describes them")
    func writtenByOthers() throws {
        let text = """
            {"_type":"location","BSSID":"c0:3f:0e:8d:2e:01","SSID":"cafe","acc":14,"alt":150,"batt":89,"bs":1,
            "cog":180,"conn":"w","created_at":1700000009,"inregions":["Home"],"lat":48.85833,"lon":2.29513,"m":2,
            "t":"u","tid":"JJ","topic":"owntracks/jane/phone","tst":1700000000,"vac":3,"vel":54}
            """
        let fix = FeedInterface.Fix(
            latitudeDegrees: 48.85833,
            longitudeDegrees: 2.29513,
            horizontalAccuracyMeters: 14,
            time: "2023-11-14T22:13:20Z",
            altitudeMeters: 150,
            verticalAccuracyMeters: 3,
            speedMetersPerSecond: 15,
            courseDegrees: 180
        )
        #expect(
            OwnTracksMessage(Array(text.utf8))
                == .position(fix, UTCInstant(secondsSince1970: 1_700_000_000), user: "jane")
        )
    }

    @Test("are forgotten by an empty one")
    func forgetting() {
        #expect(format.forgetting == [.clearing("owntracks/anna/van-17")])
    }

    private static let command = #"{"_type":"cmd","action":"reportLocation"}"#

    @Test(
        "ask for the location by one command, which is not kept",
        arguments: [
            (command, false, true), (command, true, false),
            (#"{"_type":"cmd","action":"dump"}"#, false, false), ("[]", false, false),
        ]
    )
    func commands(_ text: String, _ isRetained: Bool, _ isCommand: Bool) {
        #expect(format.commandTopic == "owntracks/anna/van-17/cmd")
        let message = RelayMessage(format.commandTopic, text, isRetained: isRetained)
        #expect(format.asksForLocation(message) == isCommand)
    }

    @Test("ask for the location only by a command with the secret, if there is one")
    func encryptedCommands() throws {
        let box = try #require(SecretBox(secret: Array("secret".utf8)))
        let others = try #require(SecretBox(secret: Array("others".utf8)))
        let format = OwnTracksFormat(settings: FormatSamples.settings { $0.ownTracksSecret = box })
        func asks(_ text: String) -> Bool {
            format.asksForLocation(RelayMessage(format.commandTopic, text))
        }
        func sealed(_ box: SecretBox) -> String {
            #"{"_type":"encrypted","data":"\#(SecretBox.base64(box.seal(Array(Self.command.utf8))))"}"#
        }
        #expect(!asks(Self.command) && !asks(sealed(others)) && asks(sealed(box)))
    }
}
