import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@testable import Relay

@Suite("What a relay sends of what the service tells")
struct RelayReporterTests {
    private func reporter(_ choices: Set<RelaySettings.Choice>) -> RelayReporter {
        var settings = RelaySettings(user: "anna", device: "boat", deviceName: "Boat")
        settings.choices = choices
        return RelayReporter(settings)
    }

    private static let time = "2026-11-28T10:00:00Z"
    private static let instant = UTCInstant(time) ?? .init(secondsSince1970: 0)
    private static let place =
        RelayPlace(latitude: 52, longitude: 13, accuracy68: 5, accuracy95: 8, time: instant)

    private func change(_ latitude: Double = 52) -> MonitorInterface.Occurrence {
        .init(
            identifier: "e1",
            kind: .significantChange,
            time: "2026-11-28T10:00:03Z",
            place: .init(
                latitudeDegrees: latitude,
                longitudeDegrees: 13,
                horizontalAccuracyMeters: 5,
                horizontalAccuracy95Meters: 8,
                time: Self.time
            )
        )
    }

    private func visit(_ kind: MonitorEventKind, departure: String?) throws -> MonitorInterface.Occurrence {
        .init(
            identifier: "v",
            kind: kind,
            time: "2026-11-28T10:30:00Z",
            visit: .init(
                coordinate: try #require(Coordinate(latitudeDegrees: 52, longitudeDegrees: 13)),
                horizontalAccuracyMeters: 40,
                arrivalInstant: Self.instant,
                departureInstant: departure.flatMap { UTCInstant($0) }
            )
        )
    }

    private func crossing(_ state: RegionState) -> MonitorInterface.Occurrence {
        .init(
            identifier: "r",
            kind: .region,
            time: Self.time,
            region: .init(monitor: "relay", identifier: "depot\n", state: state)
        )
    }

    private func state(_ diagnostics: MonitoringDiagnostic...) -> MonitorInterface.State {
        .init(services: [], regions: 0, diagnostics: diagnostics)
    }

    @Test("begins with the last known place if nothing was sent yet, and does not repeat it")
    func firstPlace() {
        var reporter = reporter([.significantChanges])
        _ = reporter.report(state(), at: Self.instant)
        var known = state()
        known.place = change().place
        #expect(reporter.reportFirstPlace(state()) == nil)
        #expect(reporter.reportFirstPlace(known)?.place == Self.place)
        #expect(reporter.report(change()) == nil)
        var silent = self.reporter([.visits])
        #expect(silent.reportFirstPlace(known) == nil)
    }

    @Test("is no exact place, nor a crossing, once the relay may know an area only, and says that it is one")
    func accuracyReduced() throws {
        var reporter = reporter([.significantChanges, .regions])
        _ = reporter.report(state(), at: Self.instant)
        let exact = [reporter.report(change()), reporter.report(crossing(.satisfied))].compactMap(\.self)
        #expect(exact.map(\.kind) == [.significantChange, .regionEntered])
        #expect(exact[0].time == Self.instant && exact[0].place == Self.place)
        #expect(exact.allSatisfy(reporter.allows))
        _ = reporter.report(state(.accuracyLimited), at: Self.instant)
        #expect(!exact.contains(where: reporter.allows))
        let area = reporter.report(change())
        let anchor = RelayEvent(.anchor, at: Self.instant) { _ in }
        #expect(area.map(reporter.allows) == true && area?.place?.reduced == true && reporter.allows(anchor))
        #expect(!reporter.mayTellExactPlaceAgain)
        _ = reporter.report(state(), at: Self.instant)
        #expect(exact.allSatisfy(reporter.allows) && reporter.mayTellExactPlaceAgain)
        _ = reporter.report(state(), at: Self.instant)
        #expect(!reporter.mayTellExactPlaceAgain)
    }

    @Test("is no answer that may be an area or not, because the accuracy has changed since the request")
    func answerMeanwhile() throws {
        var reporter = reporter([])
        let place = try #require(Coordinate(latitudeDegrees: 52, longitudeDegrees: 13))
        typealias Location = LocationInterface.Location
        let location = Location(coordinate: place, age: .zero, timeInstant: Self.instant, source: .receiver)
        for (before, after) in [(false, true), (true, false), (true, true), (false, false)] {
            _ = reporter.report(after ? state(.accuracyLimited) : state(), at: Self.instant)
            let report = reporter.report(location, askedForArea: before, at: Self.instant)
            #expect((report != nil) == (before == after))
            #expect(report?.place?.reduced == (before && after ? true : nil))
        }
    }

    @Test("is only what the owner has chosen")
    func chosen() throws {
        var none = reporter([])
        let arrival = try visit(.arrival, departure: nil)
        for event in [change(), arrival, crossing(.satisfied)] { #expect(none.report(event) == nil) }
        #expect(none.report(state(.locationUnavailable), at: Self.instant).isEmpty)
    }

    @Test("is a visit whose place is of when the machine was there last")
    func visits() throws {
        var reporter = reporter([.visits])
        let arrival = reporter.report(try visit(.arrival, departure: nil))
        #expect(arrival?.kind == .arrival && arrival?.time == Self.instant)
        let stay = try #require(arrival?.stay)
        #expect(stay.place.time == UTCInstant("2026-11-28T10:30:00Z") && stay.arrival == Self.instant)
        let left = reporter.report(try visit(.departure, departure: "2026-11-28T10:25:00Z"))
        #expect(left?.kind == .departure && left?.time == UTCInstant("2026-11-28T10:25:00Z"))
    }

    @Test("is a crossing with the region's area and the last known place")
    func regions() throws {
        var reporter = reporter([.regions])
        _ = reporter.report(change())
        var region = MonitorInterface.Region(monitor: "relay", identifier: "depot\n", state: .unknown)
        region.circle = .init(latitudeDegrees: 52.5, longitudeDegrees: 13.5, radiusMeters: 300)
        for hours in 0..<3 {
            reporter.define([region], at: Self.instant.advanced(by: .seconds(hours * 3600)))
        }
        let entered = reporter.report(crossing(.satisfied))
        let crossing = try #require(entered?.region)
        #expect(entered?.kind == .regionEntered)
        #expect(crossing.identifier == "depot " && crossing.radius == 300 && crossing.latitude == 52.5)
        #expect(crossing.definedAt == Self.instant)
        #expect(crossing.place?.latitude == 52)
        #expect(reporter.report(self.crossing(.unsatisfied))?.kind == .regionLeft)
        #expect(reporter.report(self.crossing(.unknown)) == nil)
    }

    @Test("is a state of the receiver when it changes, and the permission comes before it")
    func receiver() {
        var reporter = reporter([.receiverStates])
        #expect(reporter.isDenied, "nobody has said yet that a place may leave")
        let first = reporter.report(state(), at: Self.instant).first?.receiver
        #expect(first == RelayReceiver(state: .available) && !reporter.isDenied)
        #expect(reporter.report(state(), at: Self.instant).isEmpty)
        _ = reporter.report(state(.locationUnavailable), at: Self.instant)
        #expect(reporter.receiver?.state == .unavailable && !reporter.isDenied)
        _ = reporter.report(state(.locationUnavailable, .authorizationDenied), at: Self.instant)
        #expect(reporter.receiver?.state == .denied && reporter.isDenied)
    }

    @Test("includes a state again if the earlier report of it could not be saved")
    func forgotten() {
        var reporter = reporter([.receiverStates, .anchorAlarms])
        var counts: [Int] = []
        for _ in 0..<2 { counts.append(reporter.report(state(), at: Self.instant).count) }
        reporter.forgetTold()
        counts.append(reporter.report(state(), at: Self.instant).count)
        #expect(counts == [2, 0, 2])
    }

    @Test("is that something speaks against the receiver, or proves it wrong")
    func trust() {
        var reporter = reporter([.receiverStates])
        func told(_ trust: Trust?) -> [RelayReceiver] {
            var state = state()
            state.trust = trust
            return reporter.report(state, at: Self.instant).compactMap(\.receiver)
        }
        #expect(told(nil) == [RelayReceiver(state: .available)])
        let doubtful = RelayReceiver(state: .doubtful, reason: "something speaks against the receiver")
        #expect(told(.doubtful) == [doubtful] && told(.doubtful) == [])
        let wrong = "the receiver cannot be right, and is not believed"
        #expect(told(.contradicted) == [RelayReceiver(state: .contradicted, reason: wrong)])
        #expect(told(nil).count == 1)
    }

    @Test("is whether the anchor holds when that changes, with the reason and no place")
    func anchor() {
        var reporter = reporter([.anchorAlarms])
        func told(_ condition: AnchorCondition?, _ doubt: AnchorDoubt? = nil) -> [RelayAnchor] {
            var state = state()
            state.anchor = condition.map { condition in
                MonitorInterface.Anchor(
                    rode: .init(chainMeters: 40),
                    condition: condition,
                    doubt: doubt,
                    since: Self.instant.description,
                    silenced: false,
                    dropped: Self.instant.description,
                    fitted: false,
                    radiusMeters: 60,
                    distanceMeters: 70,
                    latitudeDegrees: 52,
                    longitudeDegrees: 13
                )
            }
            return reporter.report(state, at: Self.instant).compactMap(\.anchor)
        }
        // Whoever reads it may still believe what was so before the relay started.
        #expect(told(nil).map(\.state) == [.up])
        #expect(told(.placing).map(\.state) == [.holding])
        #expect(told(.holding) == [])
        let drag = "the anchor drags: 70 m away, and the circle is 60 m"
        #expect(told(.dragging) == [RelayAnchor(state: .dragging, reason: drag)])
        #expect(told(.unknown, .noPosition).map(\.state) == [.unknown])
        #expect(told(.holding).map(\.state) == [.holding])
        #expect(told(nil).map(\.state) == [.up])
    }
}
