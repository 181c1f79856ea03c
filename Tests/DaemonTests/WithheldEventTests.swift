import LocationModel
import Testing
import WaymarkInterfaces

@testable import Daemon
@testable import WaymarkEngine

@Suite("An event of a monitor that waits for a slow reader")
struct WithheldEventTests {
    @Test("is withdrawn if the app may no longer know it exactly", arguments: MonitoringDiagnostic.allCases)
    func withheld(diagnostic: MonitoringDiagnostic) {
        typealias Event = MonitorInterface.FollowEvents.Reply
        let keepAlive = Event(sequence: 0, event: .keepAlive)
        var event = Event(sequence: 0, event: .occurrence)
        event.occurrence = .init(identifier: "1", kind: .arrival, time: "2026-05-12T06:30:00Z")
        let condition = MonitorState(services: [.visits], regionCount: 0, diagnostics: [diagnostic])
        let isForbidden =
            switch diagnostic {
            case .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
                .authorizationRestricted, .accuracyLimited, .pausedByPerson:
                true
            // What the app could know when it happened, it may read later.
            case .authorizationDeniedGlobally, .insufficientlyInUse, .alwaysAuthorizationDenied,
                .serviceSessionRequired, .locationUnavailable, .beaconsUnavailable:
                false
            }
        #expect(event.withholding(under: condition) == (isForbidden ? keepAlive : event))

        let state = Event(sequence: 0, event: .state)
        #expect(state.withholding(under: condition) == state)
    }
}
