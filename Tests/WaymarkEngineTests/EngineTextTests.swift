import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("What the engine names")
struct EngineTextTests {
    @Test(
        "is read back from its text, and from no other",
        arguments: ["", "7", "s", "s-1", "s+7", "s7 ", "S7", "s7x"]
    )
    func identifiers(other: String) {
        #expect(SessionIdentifier("s7") == SessionIdentifier(7) && SessionIdentifier(7).description == "s7")
        #expect(RequestIdentifier("r7") == RequestIdentifier(7) && RequestIdentifier(7).description == "r7")
        #expect(TicketIdentifier("t7") == TicketIdentifier(7) && TicketIdentifier(7).description == "t7")
        #expect(LaunchIdentifier("x7") == LaunchIdentifier(7) && LaunchIdentifier(7).description == "x7")
        #expect(PromptIdentifier("p7") == PromptIdentifier(7) && PromptIdentifier(7).description == "p7")
        #expect(MonitorEventIdentifier("e7") == MonitorEventIdentifier(7))
        #expect(SessionIdentifier(other) == nil)
        #expect(RequestIdentifier("s7") == nil)
    }

    @Test("is the purpose that a person reads beside each question")
    func purposes() {
        var manifest = AppManifest(identifier: AppKey.weather.app, name: LocalizedText("Weather"))
        manifest.whenInUsePurpose = LocalizedText("in use")
        manifest.temporaryAccuracyPurposes = [.radar: LocalizedText("radar")]
        let always: [PromptQuestion] = [.always, .alwaysUpgrade, .provisionalAlways, .usageReminder]
        for question in always { #expect(manifest.purpose(of: question) == LocalizedText("in use")) }
        manifest.alwaysPurpose = LocalizedText("always")
        for question in always { #expect(manifest.purpose(of: question) == LocalizedText("always")) }
        for question in [PromptQuestion.whenInUse, .widgets] {
            #expect(manifest.purpose(of: question) == LocalizedText("in use"))
        }
        let question = PromptQuestion.temporaryFullAccuracy(purpose: .radar)
        #expect(manifest.purpose(of: question) == LocalizedText("radar"))
    }

    @Test("tells of movement where the machine has come somewhere, and nowhere else")
    func movement() {
        let event = MonitorEventIdentifier(1)
        let told: [MonitorDecision] = [
            .made(.region, event, .always), .held(.region, event), .replaced(.region, event, by: event),
            .refused(.region, []), .arrived(ago: nil), .departed(stayed: nil),
        ]
        for decision in told { #expect(Decision.monitor(decision).tellsOfMovement) }
        let others: [MonitorDecision] = [
            .started(.visits), .released(.region, event), .acknowledged(.region, event, after: .zero),
            .streamOpened(SessionIdentifier(1)), .streamEnded(SessionIdentifier(1)),
            .sent(.region, event, streams: 1, accuracyMeters: nil),
        ]
        for decision in others { #expect(!Decision.monitor(decision).tellsOfMovement) }
    }

    @Test("is the order of reasons, the weakest first")
    func reasons() {
        let ordered: [ReloadReason] = [
            .retry, .pushed, .timelineEnded, .requestedByProvider, .placed, .stale, .timeChanged,
            .locationAvailable, .configurationChanged, .significantChange, .authorizationChanged,
        ]
        for (index, reason) in ordered.enumerated() {
            for weaker in ordered[..<index] {
                #expect(weaker.merged(with: reason) == reason && reason.merged(with: weaker) == reason)
            }
        }
    }

    @Test("lets an event go before the disk has it only where nobody was promised anything")
    func promises() {
        let date = UTCInstant(secondsSince1970: 0)
        let place = NotifiedPlace(coordinate: .home, horizontal95Meters: 5, notifiedAt: date, number: 1)
        #expect(StateChange.lastNotifiedPlace(place).mayFollowItsEvents)
        #expect(!StateChange.toldPlace(.weather, place).mayFollowItsEvents)
        #expect(!StateChange.grant(.weather, nil).mayFollowItsEvents)
        let access = AccessRecord(
            app: .weather,
            consumer: nil,
            date: date,
            ground: .always,
            wasTemporary: false,
            accuracy: .full,
            horizontal68Meters: 5
        )
        #expect(StateChange.accessed(access, number: 1).mayFollowItsEvents)
    }
}
