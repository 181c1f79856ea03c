import LocationModel
import Regions
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

extension Sample {
    /// Changes of each kind, so that each kind of row is left; most are followed by one that replaces or removes another.
    static func changes() throws -> [StateChange] {
        let removed = WidgetIdentifier(7)
        var described = KindDeclaration(wantsLocation: true, families: [.inline, .extraLarge])
        (described.name, described.summary) = ("É", "A place.")
        let values = ConfigurationValues([
            "a": .text("é"), "b": .integer(-1), "c": .number(0.5), "d": .boolean(true), "e": .text(""),
        ])
        return [
            .grant(try app(1), Grant(status: .authorizedAlways, widgets: .granted)),
            .grant(try app(1, user: 1001), Grant(status: .denied, widgets: .refused)),
            .grant(try app(2), try provisionalGrant()),
            .services(isOn: false, user: nil),
            .services(isOn: false, user: UserIdentifier(1000)),
            .services(isOn: false, user: UserIdentifier(1001)),
            .services(isOn: true, user: UserIdentifier(1001)),
            .grantUse(try app(1), GrantUse(usedAt: now)),
            .grantUse(try app(2), GrantUse(usedAt: now, announcedAt: now)),
            .grantUse(try app(1), nil),
            .pause(UserIdentifier(1000), LocationPause(from: now, until: now.advanced(by: .seconds(60)))),
            .pause(UserIdentifier(1001), LocationPause(from: now, until: now, endedAt: now)),
            .manifest(try app(1), text: "[App]\n# ünïcode\n"),
            .manifest(try app(2), text: "[App]"),
            .manifest(try app(2), text: nil),
            .accessed(try access(), number: 0),
            .accessed(try access(2), number: 1),
            .kind(try kind(1), KindDeclaration(wantsLocation: true)),
            .kind(try kind(2), KindDeclaration(wantsLocation: false, placeholder: #"{"text":"é"}"#)),
            .kind(try kind(3), KindDeclaration(wantsLocation: false, placeholder: "{}")),
            .kind(try kind(3), KindDeclaration(wantsLocation: true)),
            .kind(try kind(4), described),
            .widgetPlaced(WidgetIdentifier(6), try kind(1), key: HostKey("bar")),
            .widgetPlaced(removed, try kind(1), key: HostKey("bar")),
            .widgetSetup(WidgetIdentifier(6), WidgetSetup(family: .extraLarge, configuration: values)),
            .widgetSetup(removed, WidgetSetup(family: .inline)),
            .timeline(WidgetIdentifier(6), try timeline("{}", "{\"é\":1}", policy: .after(now))),
            .timeline(removed, try timeline("", policy: .never, knewLocation: false)),
            .widgetPlaced(WidgetIdentifier(5), try kind(2)),
            .timeline(WidgetIdentifier(5), try relevantTimeline()),
            .widgetPlaced(WidgetIdentifier(4), try kind(2)),
            .timeline(WidgetIdentifier(4), try relevantTimeline(after: nil)),
            .pendingReload(WidgetIdentifier(6), .significantChange),
            .pendingReload(removed, .placed),
            .standingView(WidgetIdentifier(6), true),
            .standingView(removed, true),
            .lastNotifiedPlace(try place()),
            .reducedArea(ReducedArea(of: try #require(zurich))),
            .accessed(try monitorAccess(), number: 2),
            .accessed(try access(of: .request(LocationRequestIdentifier(1))), number: 3),
            .accessed(try access(of: .follower(SessionIdentifier(1))), number: 4),
            .region(RegionNumber(1), try circle()),
            .region(RegionNumber(2), try polygon()),
            .region(RegionNumber(3), try beacons()),
            .region(RegionNumber(3), try circle()),
            .region(RegionNumber(3), nil),
            .monitoring(try app(1), .visits, isOn: true),
            .monitoring(try app(1), .significantChanges, isOn: true),
            .monitoring(try app(2), .visits, isOn: true),
            .monitoring(try app(2), .visits, isOn: false),
            .monitorEvent(try app(1), .significantChange, try changeEvent()),
            .monitorEvent(try app(1), .arrival, try arrivalEvent()),
            .monitorEvent(try app(1), .departure, try departureEvent()),
            .monitorEvent(try app(2), .arrival, try arrivalEvent()),
            .monitorEvent(try app(2), .arrival, nil),
            .lastMonitorEvent(try app(1), MonitorEventIdentifier(1_767_257_559_736)),
            .lastMonitorEvent(try app(2), MonitorEventIdentifier(1)),
            .lastMonitorEvent(try app(2), nil),
            .toldPlace(try app(1), try place()),
            .toldPlace(try app(2), try place()),
            .toldPlace(try app(2), nil),
            .stay(try stay()),
            .reloadBudget(removed, try budget()),
            .widgetPlaced(WidgetIdentifier(3), try kind(1)),
            .widgetRemoved(removed),
            .widgetRemoved(WidgetIdentifier(3)),
            .reloadBudget(WidgetIdentifier(6), try budget()),
            .wakingHours(UserIdentifier(1000), try wakingHours()),
            .ticket(TicketIdentifier(1), try ticket(nil)),
            .ticket(TicketIdentifier(2), try ticket(.done(RequestIdentifier(7), at: now))),
            .ticket(TicketIdentifier(3), try ticket(.removed(at: now))),
            .statedPlace(try statedPlace()),
            .anchor(try app(1), try anchor()),
            .anchor(try app(2), try anchor()),
            .anchor(try app(2), nil),
            .accessed(try access(of: nil), number: 5),
        ]
    }

    static func budget() throws -> ReloadBudget {
        var uses = ReloadBudget.Uses()
        (uses.scheduled, uses.requested, uses.pushed, uses.unchanged) = (1, 2, 3, 4)
        let budget = ReloadBudget(
            seenHours: 1.5,
            latestHour: 497_222,
            saved: 2.5,
            refilledAt: now,
            uses: uses,
            isWarned: true
        )
        return try #require(budget)
    }

    static func wakingHours() throws -> WakingHours {
        try #require(
            WakingHours(shares: (0..<24).map { $0 < 7 ? 0 : 0.1 * Double($0 % 10) }, latestHour: 497_222)
        )
    }

    static func ticket(_ end: ReloadTicket.End?) throws -> ReloadTicket {
        let (widget, first) = (WidgetIdentifier(6), try kind(1))
        var ticket = ReloadTicket(widget: widget, kind: first, reason: .requestedByProvider, askedAt: now)
        (ticket.failures, ticket.end) = (2, end)
        return ticket
    }

    static func anchor() throws -> SavedAnchor {
        let rode = try #require(AnchorRode(chainMeters: 40, depthMeters: 6.5, bowMeters: 8))
        var anchor = SavedAnchor(rode, at: now)
        anchor.place = zurich
        (anchor.placeErrorMeters, anchor.unknownBowMeters) = (5.8, 8)
        (anchor.condition, anchor.doubt) = (.unknown, .inaccurate)
        (anchor.isFitted, anchor.isSilenced) = (true, true)
        anchor.swing = [SwingPoint(eastMeters: -12.5, northMeters: 30.1)]
        return anchor
    }

    static func statedPlace() throws -> StatedPlace {
        let here = try #require(zurich)
        return StatedPlace(coordinate: here, accuracyMeters: 25, altitudeMeters: -408.5, origin: .command)
    }
}
