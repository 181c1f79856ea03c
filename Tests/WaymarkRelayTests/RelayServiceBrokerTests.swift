import Glibc
import LinuxSystem
import LocationModel
import OwnTracks
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@testable import Relay
@testable import WaymarkRelay

@Suite(
    "waymark-relay, with the real service and a real mosquitto",
    .ownThreads,
    .timeLimit(.minutes(10)),
    .enabled(if: Mosquitto.isInstalled, "the package mosquitto is not installed")
)
struct RelayServiceBrokerTests {
    private static func circle(_ name: String, _ radius: Int) -> String {
        #"{"type":"Feature","id":"\#(name)","properties":{"radius":\#(radius)},"#
            + #""geometry":{"type":"Point","coordinates":[13.4,52.5]}}"#
    }

    private static func collection(_ features: String...) -> String {
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    private func tool(_ daemon: DaemonProcess, _ arguments: String...) async throws -> String {
        let program = try RunningProgram([BuiltPrograms.tool, "--socket", daemon.socketPath] + arguments)
        #expect(try await program.end() == .status(0), "\(arguments): \(program.errors)")
        return program.output
    }

    @Test("sends changes that the person allows, and leaves no place once they are forbidden")
    func changes() async throws {
        let daemon = try await DaemonProcess(receiver: nil)
        let broker = try await Mosquitto()
        let relay = try RelayProgram(
            "\(broker.section)\n[Send]\nReceiverStates=yes\n[Formats]\nOwnTracks=yes\nHomeAssistant=yes",
            socket: daemon.socketPath
        )
        try relay.start()
        try await waiting(until: "the state: \(relay.log)") {
            broker.events.contains {
                $0.receiver == .init(state: .denied, reason: "the person has not decided yet")
            }
        }
        _ = try await tool(daemon, "authorize", "io.waymark.Relay", "always")
        _ = try await tool(daemon, "simulate", "set", "52.5,13.4")
        try await waiting(until: "the change: \(relay.log)") {
            broker.events.contains { $0.kind == .significantChange && $0.place?.latitude == 52.5 }
        }
        let place = try #require(try await broker.retained("waymark/anna/boat/significantChange"))
        #expect(try RelayEvent(json: Array(place.utf8)).place?.latitude == 52.5)
        #expect(try await tool(daemon, "access", "io.waymark.Relay").contains("io.waymark.Relay"))
        let ownTracks = try #require(try await broker.retained("owntracks/anna/boat"))
        #expect(ownTracks.contains(#""_type":"location""#) && ownTracks.contains(#""lat":52.5"#))
        #expect(broker.messages.contains { $0.topic.hasPrefix("homeassistant/device_tracker/") })
        try broker.publish("owntracks/anna/boat/cmd", #"{"_type":"cmd","action":"reportLocation"}"#)
        try await waiting(until: "the answer: \(relay.log)") { broker.events.contains { $0.asked == true } }
        // The broker is away while the person forbids it.
        broker.kill()
        try await relay.hasLogged("no connection to the broker")
        _ = try await tool(daemon, "authorize", "io.waymark.Relay", "never")
        try await relay.hasLogged("told to forget the last place")
        // It must not be back before the broker has the place again.
        relay.program?.signal(SIGSTOP)
        try await broker.start()
        try broker.publish("waymark/anna/boat/significantChange", place, isRetained: true)
        relay.program?.signal(SIGCONT)
        try await waiting(until: "the end of the place: \(relay.log)") {
            broker.messages("waymark/anna/boat/significantChange").contains { $0.payload.isEmpty }
        }
        try await waiting(until: "the status: \(relay.log)") {
            let status = try await tool(daemon, "relay", "--status", relay.statusPath)
            return status.contains("boat to 127.0.0.1:\(broker.port), connected")
                && status.contains("  held") && status.contains("waiting  0 events")
        }
        let json = try await tool(daemon, "relay", "--status", relay.statusPath, "--format", "json")
        #expect(json.contains(#""connected":true"#) && json.contains(#""waiting":0"#), "\(json)")
    }

    @Test("takes over what the service kept, once, although it is killed again and again")
    func killed() async throws {
        let daemon = try await DaemonProcess(receiver: nil)
        let broker = try await Mosquitto()
        let relay = try RelayProgram("\(broker.section)\n[Send]\nLiveLocations=1s", socket: daemon.socketPath)
        _ = try await tool(daemon, "authorize", "io.waymark.Relay", "always")
        for round in 0..<4 {
            try relay.start()
            try await relay.hasLogged("connected to the broker")
            _ = try await tool(daemon, "simulate", "set", "52.\(round),13.4")
            try await waiting(until: "the location: \(relay.log)") {
                broker.events.contains { $0.kind == .live && $0.place?.latitude == 52 + Double(round) / 10 }
            }
            relay.kill()
        }
        let events = broker.events
        #expect(events.contains { $0.kind == .significantChange })
        let contents = Dictionary(grouping: events, by: \.sequence).mapValues { Set($0) }
        #expect(contents.values.allSatisfy { $0.count == 1 })
        #expect(Set(events.map(\.outbox)).count == 1)
        let sequences = Set(events.map(\.sequence))
        #expect(sequences == Set(1...(sequences.max() ?? 0)))
    }

    @Test("monitors regions from the broker, tells the wrong ones back, and sends what is crossed")
    func regions() async throws {
        let daemon = try await DaemonProcess(receiver: nil)
        let broker = try await Mosquitto()
        let topics = "[Regions]\nTopic=fleet/regions\n[Send]\nRegions=yes"
        let relay = try RelayProgram("\(broker.section)\n\(topics)", socket: daemon.socketPath)
        _ = try await tool(daemon, "authorize", "io.waymark.Relay", "always")
        let regions = Self.collection(Self.circle("depot", 300), Self.circle("bad", 1))
        try broker.publish("fleet/regions", regions, isRetained: true)
        try relay.start()
        try await waiting(until: "the answer: \(relay.log)") {
            broker.messages("fleet/regions/answer").last.map {
                $0.payload.contains(#""region":"bad""#) && $0.payload.contains(#""taken":1"#)
            } ?? false
        }
        _ = try await tool(daemon, "simulate", "set", "52.5,13.4")
        try await waiting(until: "the crossing: \(relay.log)") {
            broker.events.contains { event in
                event.kind == .regionEntered && event.region?.identifier == "depot"
                    && event.region?.radius == 300 && event.region?.latitude == 52.5
            }
        }
        try broker.publish("fleet/regions", "nonsense", isRetained: true)
        try await waiting(until: "the refusal: \(relay.log)") {
            broker.messages("fleet/regions/answer").last?.payload.contains("no GeoJSON object") ?? false
        }
        #expect(try await tool(daemon, "region", "list", "io.waymark.Relay").contains("depot"))
        try broker.publish("fleet/regions", Self.collection(Self.circle("yard", 500)), isRetained: true)
        try await waiting(until: "the other region: \(relay.log)") {
            let list = try await tool(daemon, "region", "list", "io.waymark.Relay")
            return list.contains("yard") && !list.contains("depot")
        }
    }

    @Test("monitors regions that came while the service was away, once it is there again")
    func regionsMeanwhile() async throws {
        let daemon = try await DaemonProcess(receiver: nil)
        let broker = try await Mosquitto()
        let relay = try RelayProgram(
            "\(broker.section)\n[Regions]\nTopic=fleet/regions\n[Send]\nRegions=yes",
            socket: daemon.socketPath
        )
        _ = try await tool(daemon, "authorize", "io.waymark.Relay", "always")
        daemon.kill()
        try broker.publish("fleet/regions", Self.collection(Self.circle("depot", 300)), isRetained: true)
        try relay.start()
        try await relay.hasLogged("regions from the broker are not taken")
        try await daemon.restart()
        try await waiting(until: "the region: \(relay.log)") {
            try await tool(daemon, "region", "list", "io.waymark.Relay").contains("depot")
        }
    }

    @Test("gives the service the positions of a phone that come by the broker")
    func phone() async throws {
        let daemon = try await DaemonProcess(receiver: "feed://phone?source=phone")
        let broker = try await Mosquitto()
        let phone = "[Phone]\nTopic=owntracks/anna/phone\nCarriedWithMachine=yes\nAllowUnencrypted=yes"
        let relay = try RelayProgram("\(broker.section)\n\(phone)", socket: daemon.socketPath)
        _ = try await tool(daemon, "authorize", "io.waymark.waymarkctl", "when-in-use")
        try relay.start()
        try await relay.hasLogged("connected to the broker")
        let command = [BuiltPrograms.tool, "--socket", daemon.socketPath, "locate", "--deadline", "120"]
        let locate = try RunningProgram(command)
        try await waiting(until: "the position: \(relay.log)") {
            let position = #"{"_type":"location","lat":52.25,"lon":13.5,"acc":9,"tst":\#(time(nil))}"#
            try broker.publish("owntracks/anna/phone", position)
            return !locate.isRunning
        }
        #expect(locate.output.contains("52.25"), "\(locate.output)\(locate.errors)\(relay.log)")
    }
}
