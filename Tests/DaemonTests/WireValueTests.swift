import LocationModel
import Testing
import WaymarkInterfaces

@testable import Daemon
@testable import WaymarkEngine

@Suite("A client reads the engine's value")
struct WireValueTests {
    private let seventh = MonitorEventIdentifier(7)
    private let app: AppKey
    private let center: Coordinate

    init() throws {
        app = AppKey(user: UserIdentifier(1000), app: try #require(AppIdentifier("org.example.app")))
        center = try #require(Coordinate(latitudeDegrees: 48, longitudeDegrees: 11))
    }

    private func date(_ seconds: Int64) -> UTCInstant {
        UTCInstant(secondsSince1970: 1_800_000_000 + seconds)
    }

    @Test("for each figure of a location")
    func location() {
        let accuracy = FixAccuracy(
            horizontal68Meters: 4,
            horizontal95Meters: 7,
            vertical68Meters: 9,
            source: .stated
        )
        var fix = Fix(time: date(0), coordinate: center, accuracy: accuracy)
        (fix.altitudeMeters, fix.speedMetersPerSecond, fix.courseDegrees) = (500, 3, 270)
        let told = LocationInterface.Location(fix, age: .seconds(2))
        #expect(told.coordinate == center && told.timeInstant == date(0) && told.age == .seconds(2))
        #expect(told.horizontalAccuracyMeters == 4 && told.horizontalAccuracy95Meters == 7)
        #expect(told.verticalAccuracyMeters == 9 && told.altitudeMeters == 500)
        #expect(told.speedMetersPerSecond == 3 && told.courseDegrees == 270)
    }

    @Test("for a heading by both norths, with its accuracy and origin")
    func heading() throws {
        var heading = try #require(Heading(compassDegrees: 100, deviationDegrees: 2, variationDegrees: 4))
        (heading.accuracyDegrees, heading.origin, heading.compass) = (3, .estimated, .disturbed)
        let update = HeadingUpdate(heading: heading)
        let told = try #require(LocationInterface.FollowHeading.Reply(update).heading)
        #expect(told.magneticDegrees == 102 && told.trueDegrees == 106 && told.variationDegrees == 4)
        #expect(told.accuracyDegrees == 3 && told.origin == .estimated && told.compass == .disturbed)
    }

    @Test("for when a visit began and ended, and for both radii of a place")
    func monitorEvents() throws {
        let visit = Visit(center: center, horizontal68Meters: 40, arrival: date(0), departure: date(600))
        let event = MonitorEvent(.departure(visit), identifier: seventh, date: date(700), ground: .always)
        let departure = MonitorInterface.Occurrence(event)
        #expect(departure.kind == .departure && departure.time == date(700).description)
        let stay = try #require(departure.visit)
        #expect(stay.arrivalInstant == date(0) && stay.departureInstant == date(600))
        #expect(stay.coordinate == center && stay.horizontalAccuracyMeters == 40)

        let now = date(5)
        let told = MonitorInterface.Place(
            MonitoredPlace(coordinate: center, horizontal68Meters: 20, horizontal95Meters: 33, date: now)
        )
        #expect(told.horizontalAccuracyMeters == 20 && told.horizontalAccuracy95Meters == 33)
        #expect(told.time == now.description)
    }

    @Test("for a region, whose last state is what its app has acknowledged last")
    func regions() throws {
        let uuid = try #require(BeaconUUID("74278BDA-B644-4520-8F0C-720EAF059935"))
        let (monitor, baker) = (try #require(MonitorName("shops")), try #require(RegionIdentifier("baker")))
        let name = RegionName(app: app, monitor: monitor, identifier: baker)
        var region = SavedRegion(name, .beacons(BeaconCondition(uuid: uuid, major: 1, minor: 2)))
        let new = MonitorInterface.Region(region, state: .unknown)
        #expect(new.state == .unknown && new.lastState == nil && new.lastTime == nil)
        for isInside in [false, true] {
            let event = MonitorEvent(
                .region(isInside: isInside),
                identifier: seventh,
                date: date(5),
                ground: .always
            )
            region.lastEvent = event
            let told = MonitorInterface.Region(region, state: isInside ? .unsatisfied : .satisfied)
            #expect(told.state == (isInside ? .unsatisfied : .satisfied))
            #expect(told.lastState == (isInside ? .satisfied : .unsatisfied))
            #expect(MonitorInterface.Occurrence(event, name).region?.state == told.lastState)
        }
    }

    @Test("for a ticket that waits, is requested, is done, and whose widget was removed")
    func tickets() throws {
        let (widget, kind) = (WidgetIdentifier(3), KindKey(app: app, kind: try #require(WidgetKind("where"))))
        var ticket = ReloadTicket(widget: widget, kind: kind, reason: .pushed, askedAt: date(0))
        func told(_ wait: ReloadWait? = nil) -> WidgetsInterface.Ticket {
            WidgetsInterface.Ticket(TicketStatus(identifier: TicketIdentifier(9), ticket: ticket, wait: wait))
        }
        let waiting = told(.backingOff(remaining: .seconds(30)))
        #expect(waiting.state == .waiting && waiting.remainingSeconds == 30)
        #expect(waiting.request == nil && waiting.ended == nil)
        ticket.request = RequestIdentifier(7)
        let requested = told()
        #expect(requested.state == .requested && requested.request == "r7" && requested.ended == nil)
        ticket.end = .done(RequestIdentifier(8), at: date(60))
        let done = told()
        #expect(done.state == .done && done.request == "r8" && done.ended == date(60).description)
        ticket.end = .removed(at: date(90))
        let removed = told()
        #expect(removed.state == .removed && removed.request == nil && removed.ended == date(90).description)
    }

    @Test("for an access by a widget, by a call and on a stream")
    func accesses() {
        let consumers: [Consumer?] = [
            .widget(WidgetIdentifier(3)), .request(LocationRequestIdentifier(4)),
            .follower(SessionIdentifier(5)), nil,
        ]
        for (index, consumer) in consumers.enumerated() {
            let record = AccessRecord(
                app: app,
                consumer: consumer,
                date: date(5),
                ground: .appInUse,
                wasTemporary: index == 1,
                accuracy: index == 2 ? .reduced : .full,
                horizontal68Meters: 3000
            )
            let told = SettingsInterface.Access(record)
            #expect(told.widget == (index == 0 ? "w3" : nil))
            #expect(told.request == (index == 1 ? "l4" : nil))
            #expect(told.session == (index == 2 ? "s5" : nil))
            #expect(told.isTemporary == (index == 1))
            #expect(told.accuracy == (index == 2 ? .reduced : .full))
            #expect(told.user == 1000 && told.horizontalAccuracyMeters == 3000)
            #expect(told.ground == .appInUse && told.date == date(5).description)
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
            let (since, seen) = (Duration.seconds(7), SatelliteCount(used: 3, inView: 11))
            let cause = UnknownLocationCause.receiver(receiver: "mast", state, since: since, satellites: seen)
            let told = LocationInterface.LocationAbsence(.locationUnknown(cause: cause))
            #expect(told.reason == .locationUnknown && told.cause?.rawValue == word, "\(state)")
            #expect(told.receiver == "mast" && told.since == since)
            #expect(told.satellitesUsed == 3 && told.satellitesInView == 11)
            #expect(told.problem == (word == "absent" ? problem.description : nil))
            let ofWidget = told.unknownLocation(text: cause.text)
            #expect(ofWidget?.cause.rawValue == word && ofWidget?.receiver == "mast")
            #expect(ofWidget?.since == since && ofWidget?.problem == told.problem)
            #expect(ofWidget?.satellitesUsed == 3 && ofWidget?.satellitesInView == 11)
        }
        #expect(LocationInterface.LocationAbsence(.locationUnknown(cause: .noReceiver)).cause == .noReceiver)
        let doubt = FixDoubt.unproven(agreeingFixes: 1)
        #expect(
            LocationInterface.LocationAbsence(.locationUnknown(cause: .inDoubt(doubt: doubt))).cause
                == .inDoubt
        )
    }
}
