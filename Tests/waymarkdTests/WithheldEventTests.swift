import LocationModel
import Testing
import WaymarkInterfaces

@testable import WaymarkEngine
@testable import waymarkd

@Suite("An event of a monitor that waits for a slow reader")
struct WithheldEventTests {
    @Test(
        "is withdrawn when the app may no longer know it exactly, and is kept otherwise",
        arguments: MonitoringDiagnostic.allCases
    )
    func withheld(diagnostic: MonitoringDiagnostic) {
        var event = MonitorInterface.FollowEvents.Reply.keepAlive
        event.event = .occurrence
        event.occurrence = .init(identifier: "1", kind: .arrival, time: "2026-05-12T06:30:00Z")
        let condition = MonitorState(services: [.visits], regionCount: 0, diagnostics: [diagnostic])
        let isForbidden =
            switch diagnostic {
            case .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
                .authorizationRestricted, .accuracyLimited:
                true
            // What the app could know when it happened, it may read later.
            case .authorizationDeniedGlobally, .insufficientlyInUse, .alwaysAuthorizationDenied,
                .serviceSessionRequired, .locationUnavailable, .beaconsUnavailable:
                false
            }
        #expect(event.withholding(under: condition) == (isForbidden ? .keepAlive : event))

        var state = MonitorInterface.FollowEvents.Reply.keepAlive
        state.event = .state
        #expect(state.withholding(under: condition) == state)
    }
}
