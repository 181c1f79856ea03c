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
    private func evidence(of decision: String, _ call: some MethodParameters, _ daemon: DaemonProcess)
        async throws -> JSON
    {
        let watching = InspectInterface.WatchDecisions(app: Self.app, limit: 0)
        let journal = try ScriptedClient(daemon).stream(watching)
        _ = try await journal.next()
        let asking = try ScriptedClient(daemon).stream(call)
        while true {
            for told in try await journal.next().decisions where told.decision == decision {
                withExtendedLifetime(asking) {}
                return try JSON(told.evidence.text)
            }
        }
    }

    private static let rows: [(decision: String, call: any MethodParameters, told: [String: String])] = [
        (
            "followsLocation",
            LocationInterface.FollowLocation(
                app: app,
                desiredAccuracyMeters: 30,
                distanceFilterMeters: 70,
                minimumIntervalSeconds: 86_400,
                activity: .fitness
            ),
            [
                "desiredAccuracyMeters": "30", "distanceFilterMeters": "70",
                "minimumIntervalSeconds": "86400", "activity": "fitness", "accuracy": "full",
            ]
        ),
        (
            "followsHeading", LocationInterface.FollowHeading(app: app, filterDegrees: 180),
            ["filterDegrees": "180"]
        ),
        (
            "followsBeacons",
            LocationInterface.FollowBeacons(app: app, uuid: uuid, major: 65_535, minor: 0),
            ["beacons": "the beacon \(uuid),65535,0"]
        ),
        (
            "locationRequested",
            LocationInterface.GetLocation(
                app: app,
                desiredAccuracyMeters: 40,
                maximumAgeSeconds: 86_400,
                deadlineSeconds: 300
            ),
            ["desiredAccuracyMeters": "40", "maximumAgeSeconds": "86400", "deadlineSeconds": "300"]
        ),
        (
            "serviceSessionHeld",
            LocationInterface.HoldSession(
                app: app,
                level: .always,
                fullAccuracyPurpose: "Route",
                background: true
            ),
            ["level": "always", "background": "yes", "fullAccuracyPurpose": "Route"]
        ),
    ]

    @Test("arrives as it was stated")
    func arrives() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        for row in Self.rows {
            let evidence = try await evidence(of: row.decision, row.call, daemon)
            for (name, value) in row.told {
                let told = evidence[name].string ?? evidence[name].double.map { "\(Int($0))" }
                #expect(told == value, "\(row.decision) \(name)")
            }
        }
    }
}
