import LocationModel
import Testing
import WaymarkInterfaces

@testable import Daemon
@testable import WaymarkEngine

@Suite("A client reads the engine's value")
struct WireValueTests {
    private let app: AppKey
    private let kind: KindKey
    private let center: Coordinate

    init() throws {
        app = AppKey(user: UserIdentifier(1000), app: try #require(AppIdentifier("org.example.app")))
        kind = KindKey(app: app, kind: try #require(WidgetKind("where")))
        center = try #require(Coordinate(latitudeDegrees: 48, longitudeDegrees: 11))
    }

    private func date(_ seconds: Int64) -> UTCInstant {
        UTCInstant(secondsSince1970: 1_800_000_000 + seconds)
    }

    @Test("for each figure of a location")
    func location() {
        var fix = Fix(
            time: date(0),
            coordinate: center,
            accuracy: FixAccuracy(
                horizontal68Meters: 4,
                horizontal95Meters: 7,
                vertical68Meters: 9,
                source: .stated
            )
        )
        (fix.altitudeMeters, fix.speedMetersPerSecond, fix.courseDegrees) = (500, 3, 270)
        let told = WidgetsInterface.Location(fix, age: .seconds(2))
        #expect(told.coordinate == center)
        #expect(told.timeInstant == date(0) && told.age == .seconds(2))
        #expect(told.horizontalAccuracyMeters == 4 && told.horizontalAccuracy95Meters == 7)
        #expect(told.verticalAccuracyMeters == 9 && told.altitudeMeters == 500)
        #expect(told.speedMetersPerSecond == 3 && told.courseDegrees == 270)
    }

    @Test("for a heading by both norths, with its accuracy and origin")
    func heading() throws {
        var heading = try #require(
            Heading(compassDegrees: 100, deviationDegrees: 2, variationDegrees: 4)
        )
        (heading.accuracyDegrees, heading.origin, heading.compass) = (3, .estimated, .disturbed)
        let told = try #require(LocationInterface.FollowHeading.Reply(HeadingUpdate(heading)).heading)
        #expect(told.magneticDegrees == 102 && told.trueDegrees == 106 && told.variationDegrees == 4)
        #expect(told.accuracyDegrees == 3 && told.origin == .estimated && told.compass == .disturbed)
    }

    @Test("for when a visit began and ended, and for both radii of a place")
    func monitorEvents() throws {
        let visit = Visit(
            center: center,
            horizontal68Meters: 40,
            arrival: date(0),
            departure: date(600)
        )
        let departure = MonitorInterface.Occurrence(
            MonitorEvent(
                .departure(visit),
                identifier: MonitorEventIdentifier(7),
                date: date(700),
                ground: .always
            )
        )
        #expect(departure.identifier == "e7" && departure.kind == .departure)
        #expect(departure.time == date(700).description && departure.place == nil)
        let stay = try #require(departure.visit)
        #expect(stay.arrivalInstant == date(0) && stay.departureInstant == date(600))
        #expect(stay.coordinate == center)
        #expect(stay.horizontalAccuracyMeters == 40)

        let told = MonitorInterface.Place(
            MonitoredPlace(
                coordinate: center,
                horizontal68Meters: 20,
                horizontal95Meters: 33,
                date: date(5)
            )
        )
        #expect(told.horizontalAccuracyMeters == 20 && told.horizontalAccuracy95Meters == 33)
        #expect(told.time == date(5).description)
    }

    @Test("for a region, with the event that the app has acknowledged last")
    func regions() throws {
        let uuid = try #require(BeaconUUID("74278BDA-B644-4520-8F0C-720EAF059935"))
        let name = RegionName(
            app: app,
            monitor: try #require(MonitorName("shops")),
            identifier: try #require(RegionIdentifier("baker"))
        )
        var region = SavedRegion(name, .beacons(BeaconCondition(uuid: uuid, major: 1, minor: 2)))
        let new = MonitorInterface.Region(region, state: .unknown)
        #expect(new.state == .unknown && new.lastState == nil && new.lastTime == nil)
        #expect(new.beacons?.major == 1 && new.beacons?.minor == 2)
        for isInside in [false, true] {
            let event = RegionEvent(
                identifier: MonitorEventIdentifier(7),
                date: date(5),
                ground: .always,
                isHeld: false,
                isInside: isInside
            )
            region.lastEvent = event
            let told = MonitorInterface.Region(region, state: isInside ? .unsatisfied : .satisfied)
            #expect(told.monitor == "shops" && told.identifier == "baker")
            #expect(told.state == (isInside ? .unsatisfied : .satisfied))
            #expect(told.lastState == (isInside ? .satisfied : .unsatisfied))
            #expect(told.lastTime == date(5).description)
            let change = MonitorInterface.Occurrence(event, name).region
            #expect(change?.monitor == "shops" && change?.identifier == "baker")
            #expect(change?.state == told.lastState)
        }
    }

    @Test("for a ticket that waits, is requested, is done, and whose widget was removed")
    func tickets() {
        var saved = SavedTicket(
            widget: WidgetIdentifier(3),
            kind: kind,
            reason: .pushed,
            askedAt: date(0)
        )
        saved.failures = 2
        var ticket = ReloadTicket(TicketIdentifier(9), saved)
        ticket.asks = 3
        func told(_ wait: ReloadWait? = nil) -> WidgetsInterface.Ticket {
            WidgetsInterface.Ticket(TicketStatus(ticket: ticket, wait: wait))
        }
        let waiting = told(.obstacle(.backingOff(remaining: .seconds(30))))
        #expect(waiting.ticket == "t9" && waiting.widget == "w3" && waiting.user == 1000)
        #expect(waiting.state == .waiting && waiting.remainingSeconds == 30)
        #expect(waiting.asks == 3 && waiting.failures == 2 && waiting.asked == date(0).description)
        #expect(waiting.request == nil && waiting.ended == nil)
        ticket.request = RequestIdentifier(7)
        let requested = told()
        #expect(requested.state == .requested && requested.request == "r7" && requested.ended == nil)
        ticket.saved.end = .done(RequestIdentifier(8), at: date(60))
        let done = told()
        #expect(done.state == .done && done.request == "r8" && done.ended == date(60).description)
        ticket.saved.end = .removed(at: date(90))
        let removed = told()
        #expect(removed.state == .removed && removed.request == nil)
        #expect(removed.ended == date(90).description)
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
}
