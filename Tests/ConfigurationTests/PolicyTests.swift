import LocationModel
import Testing
import UserInput
import WaymarkEngine

@testable import Daemon

@Suite("The policy")
struct PolicyTests {
    private func policy(_ lines: String) throws -> Configuration.Policy {
        try ConfigurationFile.parse("[Policy]\n" + lines, path: "x.conf").policy
    }

    @Test("accepts apps, users, apps of users and everybody, on one or several lines")
    func subjects() throws {
        let app = try #require(AppIdentifier("org.example.App"))
        let policy = try policy(
            """
            Forbid=org.example.App  user:root
            Forbid=org.example.App@4242 *
            ReduceAccuracy=user:4242
            Allow=org.example.App@root
            """
        )
        #expect(
            policy.forbidden == [
                PolicySubject(app: app), PolicySubject(user: .root),
                PolicySubject(app: app, user: UserIdentifier(4242)), PolicySubject(),
            ]
        )
        #expect(policy.reducedAccuracy == [PolicySubject(user: UserIdentifier(4242))])
        #expect(policy.allowed == [PolicySubject(app: app, user: .root)] && policy.whenInUseOnly.isEmpty)
    }

    @Test("is emptied by an empty value")
    func emptied() throws {
        #expect(try policy("Forbid=*\nForbid=\n").forbidden.isEmpty)
    }

    @Test(
        "rejects an invalid subject",
        arguments: [
            "user:", "@root", "org.example.App@", "org/example", "* two/words", "user:guest,user:kid",
            "org.example.App@guest,kid",
        ]
    )
    func mistakes(_ value: String) {
        let error = #expect(throws: INIError.self) { try policy("Forbid=\(value)\n") }
        let text = error?.description ?? ""
        #expect(text.contains("x.conf:2: 'Forbid=' does not accept"), "\(text)")
    }

    @Test("that names a user who does not exist still applies: its limits hold for every user without a name")
    func unknownUser() throws {
        let app = try #require(AppIdentifier("org.example.App"))
        let other = try #require(AppIdentifier("org.example.Other"))
        var configuration = Configuration()
        configuration.policy = try policy(
            """
            Forbid=user:no-such-user
            ReduceAccuracy=org.example.App@no-such-user *
            Allow=user:no-such-user user:root
            """
        )
        #expect(configuration.policy.unknownUsers == ["no-such-user"])
        let limits = configuration.engineSettings.policy
        // No user of this number has a name, on any machine.
        let nameless = UserIdentifier(4_000_000_001)
        #expect(limits.limits(of: AppKey(user: nameless, app: app)) == [.forbidden, .reducedAccuracy])
        #expect(limits.limits(of: AppKey(user: nameless, app: other)) == [.forbidden, .reducedAccuracy])
        #expect(limits.limits(of: AppKey(user: .root, app: app)) == [])
        configuration.policy = try policy("WhenInUseOnly=org.example.App@no-such-user")
        let ofApp = configuration.engineSettings.policy
        #expect(ofApp.limits(of: AppKey(user: nameless, app: app)) == .whenInUseOnly)
        #expect(ofApp.limits(of: AppKey(user: nameless, app: other)) == [])
    }
}
