import LocationModel
import Testing
import WaymarkInterfaces

@testable import Daemon
@testable import WaymarkEngine

@Suite("A client reads why")
struct WireExplanationTests {
    private let app: AppKey

    init() throws {
        app = AppKey(user: UserIdentifier(1000), app: try #require(AppIdentifier("org.example.app")))
    }

    private func summary(_ authorization: Authorization) -> AppSummary {
        AppSummary(
            app: app,
            authorization: authorization,
            kinds: [:],
            verification: nil,
            isInUse: true,
            prompts: [],
            monitors: [.visits],
            regionCount: 2
        )
    }

    @Test("a reload waits, with the time that is left and what else is known")
    func waits() {
        typealias Wait = InspectInterface.ReloadWait
        let left = Duration.seconds(30)
        let failed = LaunchFailures(failure: .notConnected, failures: 2, retry: left, isSuspended: false)
        let rows: [(ReloadWait, Wait.WaitsFor, Double?)] = [
            (.notInUse(lastInView: .seconds(90)), .view, nil),
            (.alwaysUnconfirmed, .confirmation, nil),
            (.noProvider, .provider, nil),
            (.launch(obstacle: .starting(LaunchIdentifier(1), remaining: left)), .provider, 30),
            (.launch(obstacle: .programFailed(failed)), .provider, 30),
            (.launch(obstacle: .notInstalled), .provider, nil),
            (.answerOutstanding(RequestIdentifier(7), remaining: left), .answer, 30),
            (.backingOff(remaining: left), .retry, 30),
            (.overBudget(remaining: left), .budget, 30),
            (.fix(remaining: left), .fix, 30),
            (.date(remaining: left), .date, 30),
            (.interval(remaining: left), .interval, 30),
        ]
        for (wait, word, seconds) in rows {
            let told = Wait(wait)
            #expect(told.waitsFor == word && told.remainingSeconds == seconds, "\(wait)")
            #expect(told.request == (word == .answer ? "r7" : nil), "\(wait)")
            #expect(told.lastInViewSeconds == (word == .view ? 90 : nil), "\(wait)")
        }
    }

    @Test("an event waits for its app, and which region it is about")
    func waitingEvents() throws {
        let (monitor, name) = (try #require(MonitorName("shops")), try #require(RegionIdentifier("baker")))
        let region = RegionName(app: app, monitor: monitor, identifier: name)
        let seventh = MonitorEventIdentifier(7)
        let waits: [(WaitingEvent.Wait, InspectInterface.WaitingEvent.WaitsFor)] = [
            (.confirmation(droppedAfter: .seconds(60)), .confirmation), (.stream, .stream),
            (.permission([.authorizationDenied]), .permission), (.acknowledgement, .acknowledgement),
        ]
        let events = waits.map { wait, _ in
            WaitingEvent(kind: .region, identifier: seventh, age: .seconds(5), region: region, wait: wait)
        }
        let explanation = AppExplanation(
            absence: .denied,
            receiversAreOff: false,
            missing: [],
            monitoring: MonitorState(services: [.visits], regionCount: 2, diagnostics: [.accuracyLimited]),
            followsEvents: false,
            waiting: events
        )
        let summary = summary(Authorization(grant: Grant(status: .denied)))
        let reply = InspectInterface.ExplainApp.Reply(explanation, of: summary, decisions: [])
        #expect(reply.diagnostics == [.authorizationDenied])
        #expect(reply.monitoringDiagnostics == [.accuracyLimited] && reply.monitoringSummary != nil)
        #expect(reply.waiting.map(\.waitsFor) == waits.map { $0.1 })
        #expect(reply.waiting.allSatisfy { $0.event == "e7" && $0.kind == .region && $0.ageSeconds == 5 })
        #expect(reply.waiting.allSatisfy { $0.monitor == "shops" && $0.region == "baker" })
    }

    @Test("an app may know: what the person chose, and whether that is for once or provisional")
    func apps() {
        var provisional = Authorization(grant: Grant(status: .authorizedWhenInUse, widgets: .refused))
        provisional.grant.isProvisional = true
        var once = Authorization(grant: Grant(status: .notDetermined))
        once.isTemporary = true
        let first = SettingsInterface.App(summary(provisional), name: "Example", missing: [])
        #expect(first.status == .authorizedAlways && first.choice == .authorizedWhenInUse)
        #expect(first.isProvisional && !first.isTemporary && first.widgets == .refused)
        #expect(first.inUse && !first.connected && first.regions == 2 && first.monitors == [.visits])
        let second = SettingsInterface.App(summary(once), name: nil, missing: [])
        #expect(second.status == .authorizedWhenInUse && second.choice == .notDetermined)
        #expect(second.isTemporary && !second.isProvisional)
    }
}
