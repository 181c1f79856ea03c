import LocationModel
import Testing
import Varlink
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

@Suite("A reload that waits for a slow provider")
struct WithheldReloadTests {
    @Test("loses its location when the person pauses it, and says so; without one it stays as it is")
    func paused() throws {
        typealias Event = WidgetsInterface.Serve.Reply
        let place = try #require(Coordinate(latitudeDegrees: 52, longitudeDegrees: 13))
        let reload = WidgetsInterface.Reload(
            request: "r1",
            widget: "w1",
            kind: "where",
            family: .medium,
            configuration: RawJSON(checked: "{}"),
            reason: .significantChange,
            deadline: "2026-05-12T06:30:00Z",
            isAuthorizedForWidgetUpdates: true,
            location: .init(Fix(coordinate: place), age: .zero)
        )
        let withheld = Event(sequence: 0, event: .reload, reload: reload)
            .withoutLocation(because: .pausedByPerson)
        #expect(withheld.reload?.location == nil && withheld.reload?.locationAbsence == .pausedByPerson)
        #expect(withheld.reload?.isAuthorizedForWidgetUpdates == true)
        let again = withheld.withoutLocation(because: .unauthorized)
        #expect(again.reload?.locationAbsence == .pausedByPerson)
    }
}
