import LocationModel
import Testing
import WaymarkEngine
import WaymarkInterfaces

@testable import Daemon

@Suite("A client reads the engine's word")
struct WireWordTests {
    @Test("for the reason why there is no location")
    func absences() {
        let words: [(RequestAbsence, String)] = [
            (.notDetermined, "notDetermined"), (.restricted, "restricted"), (.denied, "denied"),
            (.servicesOff, "servicesOff"), (.insufficientlyInUse, "insufficientlyInUse"),
            (.serviceSessionRequired, "serviceSessionRequired"),
            (.paused(until: UTCInstant(secondsSince1970: 0)), "pausedByPerson"),
        ]
        for (absence, word) in words {
            let told = LocationInterface.LocationAbsence(absence)
            #expect(told.reason.rawValue == word)
            #expect(told.cause == nil && told.receiver == nil && told.problem == nil)
        }
    }

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

    @Test("for a question and for its end")
    func questions() throws {
        let purpose = PromptQuestion.temporaryFullAccuracy(purpose: try #require(PurposeKey("navigation")))
        let words: [(PromptQuestion, String)] = [
            (.whenInUse, "whenInUse"), (.always, "always"), (.alwaysUpgrade, "alwaysUpgrade"),
            (.provisionalAlways, "provisionalAlways"), (.usageReminder, "usageReminder"),
            (.unusedPermission, "unusedPermission"),
            (purpose, "temporaryFullAccuracy"), (.widgets, "widgets"), (.proposal(.resume), "proposal"),
        ]
        for (question, word) in words { #expect(SettingsInterface.Question(question).rawValue == word) }
        let ends: [(PromptEnd, String)] = [
            (.answered(.deny, by: SessionIdentifier(1)), "answered"),
            (.decidedInSettings, "decidedInSettings"),
            (.useEnded, "useEnded"), (.pointless, "pointless"), (.replaced, "replaced"),
            (.lapsed, "lapsed"),
        ]
        for (end, word) in ends { #expect(SettingsInterface.PromptEnd(end).rawValue == word) }
    }

    @Test("for what keeps the machine from giving something, and whether it may come")
    func obstacles() {
        let words: [(AvailabilityObstacle, String)] = [
            (.noReceiver, "noReceiver"), (.receiversUnreachable, "receiversUnreachable"),
            (.receiversUntried, "receiversUntried"), (.placeIsStated, "placeIsStated"),
            (.noHeading(isCertain: false), "noHeading"),
            (.noMagneticHeading, "noMagneticHeading"), (.noBeaconProgram, "noBeaconProgram"),
            (.bluetoothUnavailable, "bluetoothUnavailable"),
        ]
        for (obstacle, word) in words {
            let told = LocationInterface.FeatureAvailability(.location, obstacle)
            #expect(told.obstacle?.rawValue == word && told.availability == obstacle.availability)
        }
        let given = LocationInterface.FeatureAvailability(.location, nil)
        #expect(given.availability == .available && given.obstacle == nil && given.text == nil)
    }

    @Test("for what a registration did, and for the ground on which an app is that app")
    func registrations() throws {
        let outcomes: [(AppCatalogue.Registration, String)] = [
            (.added, "added"), (.replaced, "replaced"), (.unchanged, "unchanged"), (.hidden, "hidden"),
        ]
        for (registration, word) in outcomes {
            #expect(SettingsInterface.RegisterManifest.Reply.Outcome(registration).rawValue == word)
        }
        let unit = try #require(UnitName("app-place.service"))
        let evidence: [(AppAttribution, String)] = [
            (.flatpak(AppIdentifier("org.example.app"), .mounts), "flatpak"),
            (.snap(SnapName(snap: "place", app: nil), .system), "snap"), (.systemUnit(unit), "systemUnit"),
            (.userUnit(unit), "userUnit"), (.unidentified(.ended), "claimed"),
        ]
        for (attribution, word) in evidence {
            #expect(SettingsInterface.Verification(.verified(attribution)).rawValue == word)
            #expect(SettingsInterface.Verification(.claimed(attribution)) == .claimed)
        }
    }

    @Test("for each limit of an authorization, and for no other")
    func limits() {
        let limits: [(AuthorizationLimits, SettingsInterface.Limit)] = [
            (.forbidden, .forbidden), (.whenInUseOnly, .whenInUseOnly), (.reducedAccuracy, .reducedAccuracy),
            (.servicesOff, .servicesOff),
        ]
        for (limit, word) in limits { #expect(SettingsInterface.Limit.list(limit) == [word]) }
        #expect(SettingsInterface.Limit.list([]).isEmpty)
        #expect(SettingsInterface.Limit.list([.forbidden, .servicesOff]) == [.forbidden, .servicesOff])
    }
}
