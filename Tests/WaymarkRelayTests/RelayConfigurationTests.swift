import Relay
import TestSupport
import Testing
import UserInput

@testable import WaymarkRelay

@Suite("The configuration of waymark-relay")
struct RelayConfigurationTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(_ text: String) throws -> RelayConfiguration {
        try folder.write(text, to: "r.conf")
        return try .load(folder.path + "/r.conf", .init(user: "anna b", host: "boat.example"))
    }

    private func problem(_ text: String) -> String {
        do {
            _ = try load(text)
            return ""
        } catch { return "\(error)" }
    }

    @Test("needs nothing but a broker, sends significant changes, and makes names that topics may have")
    func defaults() throws {
        let configuration = try load("[Broker]\nAddress=broker.example:8883\n")
        #expect(configuration.settings.choices == [.significantChanges])
        #expect(configuration.settings.liveInterval == nil && configuration.broker.usesTLS)
        #expect(configuration.settings.user == "anna_b" && configuration.settings.device == "boat_example")
        #expect(
            configuration.summary == [
                "sends significant changes",
                "to broker.example:8883 with TLS as anna_b/boat_example",
                "in the formats: Waymark's below waymark/anna_b/boat_example",
            ]
        )
    }

    @Test("says everything that is sent, and lets drop-ins have the last word")
    func everything() throws {
        try folder.write("[Send]\nVisits=no\nLiveLocations=1min\n", to: "r.conf.d/50-more.conf")
        let configuration = try load(
            """
            [Broker]
            Address=[::1]:1883
            TLS=no
            [Device]
            Name=boat
            [Send]
            Visits=yes
            Regions=yes
            ReceiverStates=yes
            [Formats]
            Topic=fleet/{device}
            [Regions]
            Topic=fleet/regions
            [Phone]
            Topic=owntracks/anna/phone
            CarriedWithMachine=yes
            AllowUnencrypted=yes
            """
        )
        #expect(
            configuration.summary == [
                "sends significant changes, entering and leaving regions, states of the receivers, "
                    + "live locations every 60 s",
                "to [::1]:1883 without encryption as anna_b/boat",
                "in the formats: Waymark's below fleet/boat",
                "takes regions from fleet/regions",
                "takes a phone's positions from owntracks/anna/phone for feed://phone",
            ]
        )
    }

    @Test("has the same keys as its example file")
    func example() throws {
        let file = try Checkout.bytes(of: Checkout.root + "/systemd/waymark-relay.conf")
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        let settings = lines.filter { $0.starts(with: /#?\w+=/) }.map {
            $0.drop { $0 == "#" }.prefix { $0 != "=" }
        }
        #expect(settings.sorted() == RelayConfiguration.keys.map { $0.key[...] }.sorted())
        let text = lines.map { $0.starts(with: /#\w+=/) ? $0.dropFirst() : $0 }.joined(separator: "\n")
        #expect(problem(text) == "")
    }

    @Test(
        "says what is wrong, where, and what would be right",
        arguments: [
            ("", "r.conf: Address= is missing in [Broker]"),
            ("[Broker]\nAddress=broker", "r.conf:2: 'Address=' does not accept 'broker'"),
            ("[Broker]\nAddress=b.example:1883\nTLS=no", "r.conf:3: without TLS everybody on the way"),
            ("[Broker]\nAddress=127.0.0.1.example:1883\nTLS=no", "AllowPlain=yes in [Broker] allows it"),
            ("[Broker]\nAddress=b:1\nKey=/k", "r.conf:3: Certificate= and Key= belong together"),
            ("[Broker]\nAddress=b:1\nPasswordFile=/k", "r.conf:3: PasswordFile= needs User="),
            ("[Broker]\nAddress=b:1\n[Device]\nName=a.b", "r.conf:4: 'Name=' does not accept 'a.b'"),
            ("[Broker]\nAddress=b:1\n[Formats]\nTopic=a/#", "r.conf:4: 'Topic=' does not accept 'a/#'"),
            ("[Broker]\nAddress=b:1\n[Formats]\nWaymark=no", "r.conf:4: no format is switched on"),
            ("[Broker]\nAddress=b:1\n[Send]\nSignificantChanges=no", "r.conf:4: nothing is chosen"),
            ("[Broker]\nAddress=b:1\n[Phone]\nTopic=a/b", "r.conf:4: a phone whose messages come"),
            (
                "[Broker]\nAddress=b:1\n[Phone]\nTopic=a/b\nCarriedWithMachine=yes",
                "r.conf:4: [Phone] needs KeyFile= or AllowUnencrypted="
            ),
            ("[Broker]\nAdress=b:1", "did you mean 'Address='?"),
        ]
    )
    func mistakes(_ text: String, _ expected: String) {
        #expect(problem(text).contains(expected), "\(problem(text))")
    }
}
