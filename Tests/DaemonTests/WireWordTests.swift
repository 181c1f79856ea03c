import LocationModel
import Testing
import WaymarkEngine
import WaymarkInterfaces

@testable import Daemon

@Suite("A client reads the engine's word")
struct WireWordTests {
    @Test("for the cause of a location that is unknown, with the receiver, its problem and its satellites")
    func causes() {
        let problem = ReceiverProblem("serial port /dev/ttyUSB0: unplugged")
        let words: [(ReceiverState, String)] = [
            (.off, "connecting"), (.connecting(.opening), "connecting"),
            (.connecting(.detectingSpeed(baud: 9600)), "connecting"),
            (.absent(problem, retryAt: nil), "absent"), (.acquiring(.nothingHeard), "acquiring"),
            (.fixed, "noNewFix"), (.lost(.noPosition, lastFixAt: .systemEpoch), "lost"), (.ended, "ended"),
        ]
        for (state, word) in words {
            let satellites = SatelliteCount(used: 3, inView: 11)
            let cause = UnknownLocationCause.receiver(
                name: "mast",
                state,
                since: .seconds(7),
                satellites: satellites
            )
            let told = LocationInterface.LocationAbsence(.locationUnknown(cause))
            #expect(told.reason == .locationUnknown && told.cause?.rawValue == word, "\(state)")
            #expect(told.receiver == "mast" && told.since == .seconds(7))
            #expect(told.satellitesUsed == 3 && told.satellitesInView == 11)
            #expect(told.problem == (word == "absent" ? problem.description : nil))
            let ofWidget = WidgetsInterface.UnknownLocation(cause)
            #expect(ofWidget.cause.rawValue == word && ofWidget.receiver == "mast")
            #expect(ofWidget.since == .seconds(7) && ofWidget.problem == told.problem)
            #expect(ofWidget.satellitesUsed == 3 && ofWidget.satellitesInView == 11)
        }
        #expect(LocationInterface.LocationAbsence(.locationUnknown(.noReceiver)).cause == .noReceiver)
        let doubt = FixDoubt.unproven(agreeingFixes: 1)
        #expect(LocationInterface.LocationAbsence(.locationUnknown(.inDoubt(doubt))).cause == .inDoubt)
    }

    @Test("for what came of a request to be authorized")
    func outcomes() {
        for obstacle in RequestObstacle.allCases {
            #expect(LocationInterface.Outcome(.nothing(obstacle)).rawValue == obstacle.rawValue)
        }
        #expect(LocationInterface.Outcome(.asking(PromptIdentifier(1), agents: 0)) == .noAgent)
        let asked = RequestOutcome.asking(PromptIdentifier(1), agents: 1)
        #expect(LocationInterface.Outcome(asked) == .authorizationRequestInProgress)
    }
}
