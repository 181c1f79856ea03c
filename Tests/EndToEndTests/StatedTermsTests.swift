import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@Suite("What an app asks for", .ownThreads, .timeLimit(.minutes(10)))
struct StatedTermsTests {
    private static let app = "org.example.app"
    private static let uuid = "B9407F30-F5F8-466E-AFF9-25556B57FE6D"

    /// Asks for something, and returns the evidence of the decision that says what was asked for.
    private func evidence(
        of decision: String,
        about parameters: some MethodParameters,
        _ daemon: DaemonProcess
    ) async throws -> JSON {
        let journal = try ScriptedClient(daemon).stream(
            InspectInterface.WatchDecisions(app: Self.app, limit: 0)
        )
        _ = try await journal.next()
        let asking = try ScriptedClient(daemon).stream(parameters)
        while true {
            for told in try await journal.next().decisions where told.decision == decision {
                withExtendedLifetime(asking) {}
                return try JSON(told.evidence.text)
            }
        }
    }

    @Test("of a stream of locations arrives as it was stated, with up to a day between two of them")
    func locations() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let follow = LocationInterface.FollowLocation(
            app: Self.app,
            desiredAccuracyMeters: 30,
            distanceFilterMeters: 70,
            minimumIntervalSeconds: 86_400,
            activity: .fitness
        )
        let terms = try await evidence(of: "followsLocation", about: follow, daemon)
        #expect(terms["desiredAccuracyMeters"].double == 30 && terms["distanceFilterMeters"].double == 70)
        #expect(terms["minimumIntervalSeconds"].double == 86_400)
        #expect(terms["activity"].string == "fitness" && terms["accuracy"].string == "full")
    }

    @Test("of a stream of headings arrives as it was stated, up to half a turn, and is a degree otherwise")
    func headings() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        for (stated, filter) in [(nil, 1), (0, 0), (180, 180)] as [(Double?, Double)] {
            let follow = LocationInterface.FollowHeading(app: Self.app, filterDegrees: stated)
            let terms = try await evidence(of: "followsHeading", about: follow, daemon)
            #expect(terms["filterDegrees"].double == filter)
        }
    }

    @Test("of a stream of beacons arrives as it was stated, and a wrong number is named")
    func beacons() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        func follow(_ major: Int?, _ minor: Int?) -> LocationInterface.FollowBeacons {
            .init(app: Self.app, uuid: Self.uuid, major: major, minor: minor)
        }
        let terms = try await evidence(of: "followsBeacons", about: follow(65_535, 0), daemon)
        #expect(terms["beacons"].string == "the beacon \(Self.uuid),65535,0")
        let client = try ScriptedClient(daemon)
        let wrong: [(major: Int?, minor: Int?, name: String)] = [
            (65_536, nil, "major"), (-1, nil, "major"), (1, 65_536, "minor"), (nil, 1, "minor"),
        ]
        for (major, minor, name) in wrong {
            let failure = try client.failure(of: follow(major, minor))
            #expect(failure.name == "org.varlink.service.InvalidParameter")
            #expect(failure.parameters["parameter"].string == name)
        }
    }

    @Test("of one location arrives as it was stated, up to the longest wait and the greatest age")
    func oneLocation() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let request = LocationInterface.GetLocation(
            app: Self.app,
            desiredAccuracyMeters: 40,
            maximumAgeSeconds: 86_400,
            deadlineSeconds: 300
        )
        let terms = try await evidence(of: "locationRequested", about: request, daemon)
        #expect(terms["desiredAccuracyMeters"].double == 40)
        #expect(terms["maximumAgeSeconds"].double == 86_400 && terms["deadlineSeconds"].double == 300)
    }

    @Test("of a service session arrives as it was stated")
    func session() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let most = LocationInterface.HoldSession(
            app: Self.app,
            level: .always,
            fullAccuracyPurpose: "Route",
            background: true
        )
        let terms = try await evidence(of: "serviceSessionHeld", about: most, daemon)
        #expect(terms["level"].string == "always" && terms["background"].string == "yes")
        #expect(terms["fullAccuracyPurpose"].string == "Route")
        let least = LocationInterface.HoldSession(app: Self.app, level: .none)
        let none = try await evidence(of: "serviceSessionHeld", about: least, daemon)
        #expect(none["level"].string == "none" && none["background"].string == "no")
        #expect(!none["fullAccuracyPurpose"].exists)
    }
}
