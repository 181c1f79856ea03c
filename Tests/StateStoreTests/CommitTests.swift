import Glibc
import LocationModel
import Regions
import RouteSimulator
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("A commit", .ownThreads, .timeLimit(.minutes(10)))
struct CommitTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is found again, whatever it changes")
    func everyChange() throws {
        let changes = try Sample.changes()
        var expected = SavedState()
        try folder.withStore { opened in
            #expect(opened.state == SavedState())
            #expect(opened.warnings == [])
            for change in changes { expected.apply(change) }
            try opened.store.commit(changes)
        }
        #expect(expected.nextWidgetNumber == 8)
        try folder.withStore { opened in
            #expect(opened.state == expected)
            #expect(opened.warnings == [])
        }
    }

    @Test("makes of the tables what the change makes of the value, in any order")
    func randomChanges() throws {
        var random = SeededGenerator(seed: 20_260_131)
        var expected = SavedState()
        for _ in 0..<10 {
            try folder.withStore { opened in
                #expect(opened.state == expected)
                for _ in 0..<10 {
                    var changes: [StateChange] = []
                    for _ in 0..<8 {
                        changes.append(try Self.randomChange(of: expected, &random))
                        expected.apply(changes[changes.count - 1])
                    }
                    try opened.store.commit(changes)
                }
            }
        }
        try folder.withStore { #expect($0.state == expected) }
        #expect(expected.widgets.values.contains { $0.timeline != nil })
    }

    private static func randomChange(of state: SavedState, _ random: inout SeededGenerator) throws
        -> StateChange
    {
        let widget = WidgetIdentifier(.random(in: 1...9, using: &random))
        let number = Int.random(in: 1...5, using: &random)
        switch Int.random(in: 0...9, using: &random) {
        // What concerns a widget concerns one that is there.
        case 2...6 where state.widgets[widget] == nil:
            return .widgetPlaced(widget, try Sample.kind(number))
        case 0:
            let status = AuthorizationChoice.allCases.randomElement(using: &random) ?? .denied
            let widgets = WidgetGrant.allCases.randomElement(using: &random) ?? .refused
            let grant = Grant(status: status, widgets: widgets)
            return .grant(try Sample.app(number), .random(using: &random) ? grant : nil)
        case 1:
            let declaration = KindDeclaration(wantsLocation: .random(using: &random))
            return .kind(try Sample.kind(number), .random(using: &random) ? declaration : nil)
        case 2:
            return .widgetPlaced(
                widget,
                try Sample.kind(number),
                key: .random(using: &random) ? HostKey("bar\(number)") : nil
            )
        case 3: return .widgetRemoved(widget)
        case 4:
            return .timeline(
                widget,
                try Sample.timeline(String(number), policy: .never, knewLocation: .random(using: &random))
            )
        case 5: return .pendingReload(widget, ReloadReason.allCases.randomElement(using: &random))
        case 6:
            var uses = ReloadBudget.Uses()
            uses.requested = .random(in: 0 ... .max, using: &random)
            uses.unchanged = .random(in: 0 ... .max, using: &random)
            let budget = ReloadBudget(
                seenHours: .random(in: 0...24, using: &random),
                latestHour: .random(in: -10...500_000, using: &random),
                saved: .random(in: 0...12, using: &random),
                refilledAt: Sample.now,
                uses: uses,
                isWarned: .random(using: &random)
            )
            return .reloadBudget(widget, try #require(budget))
        case 7:
            let shares = (0..<24).map { _ in Double.random(in: 0...1, using: &random) }
            let hours = try #require(WakingHours(shares: shares, latestHour: Int64(number)))
            return .wakingHours(try Sample.app(number).user, .random(using: &random) ? hours : nil)
        case 8:
            let ticket = TicketIdentifier(.random(in: 1...9, using: &random))
            if .random(using: &random) { return .ticket(ticket, nil) }
            var saved = SavedTicket(
                widget: widget,
                kind: try Sample.kind(number),
                reason: ReloadReason.allCases.randomElement(using: &random) ?? .pushed,
                askedAt: Sample.now
            )
            saved.failures = .random(in: 0...3, using: &random)
            let request = RequestIdentifier(.random(in: 0...UInt64(Int64.max), using: &random))
            let ends: [SavedTicket.End?] = [nil, .done(request, at: Sample.now), .removed(at: Sample.now)]
            saved.end = ends.randomElement(using: &random) ?? nil
            return .ticket(ticket, saved)
        default:
            let latitude = Double.random(in: -90...90, using: &random)
            let coordinate = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: -180))
            let error = Bool.random(using: &random) ? Double.random(in: 0...500, using: &random) : nil
            return .lastNotifiedPlace(
                NotifiedPlace(coordinate: coordinate, horizontal95Meters: error, notifiedAt: Sample.now)
            )
        }
    }

    @Test("survives the end of the process right after it, and a half-done one leaves no trace")
    func killed() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [state = folder.state as String] in
            let store = try StateStore.open(directory: state, keySource: ownKey).store
            for number in 1...50 {
                try store.commit([
                    .widgetPlaced(WidgetIdentifier(UInt64(number)), try Sample.kind(1))
                ])
            }
            try store.database.execute("BEGIN; DELETE FROM rows")
            kill(getpid(), SIGKILL)
        }
        try folder.withStore { opened in
            #expect(opened.state.widgets.count == 50)
            #expect(opened.state.nextWidgetNumber == 51)
            #expect(opened.warnings == [])
        }
    }

    @Test("leaves no row of a widget that was removed, under a seal or not")
    func removedRows() throws {
        let widget = WidgetIdentifier(1)
        let budget = try #require(
            ReloadBudget(
                seenHours: 1,
                latestHour: 5,
                saved: 1,
                refilledAt: Sample.now,
                uses: ReloadBudget.Uses(),
                isWarned: false
            )
        )
        let kinds = ["widget", "widgetSetup", "timeline", "pendingReload", "standingView", "reloadBudget"]
        try folder.withStore { opened in
            try opened.store.commit([
                .widgetPlaced(widget, try Sample.kind(1), key: HostKey("bar")),
                .widgetSetup(widget, WidgetSetup(family: .inline)),
                .timeline(widget, try Sample.timeline("{}")),
                .pendingReload(widget, .placed),
                .standingView(widget, true),
                .reloadBudget(widget, budget),
            ])
            func found() throws -> [String] {
                try opened.store.database.rows("SELECT kind FROM rows").compactMap(\.first?.text).sorted()
            }
            #expect(try found() == (kinds + ["keyCheck"]).sorted())
            try opened.store.commit([.widgetRemoved(widget)])
            #expect(try found() == ["keyCheck", "removedWidget"])
        }
    }

    @Test("of a decision keeps apart whether it is provisional and whether always was asked for")
    func flagsOfGrants() throws {
        var provisional = Grant(status: .authorizedWhenInUse)
        provisional.isProvisional = true
        var asked = Grant(status: .authorizedWhenInUse)
        asked.alwaysWasAsked = true
        let (first, second) = (try Sample.app(1), try Sample.app(2))
        let grants = [first: provisional, second: asked]
        try folder.withStore { try $0.store.commit(grants.map { .grant($0.key, $0.value) }) }
        try folder.withStore { #expect($0.state.grants == grants) }
    }

    @Test("waits for the disk, as one of the journal does not, and for a second for other programs")
    func durable() throws {
        try folder.withStore { opened in
            let (database, journal) = (opened.store.database, opened.store.journal.database)
            let synchronous = try database.integer("PRAGMA synchronous")
            #expect(synchronous == 2)
            #expect(try journal.integer("PRAGMA synchronous") == 1)
            for connection in [database, journal] {
                #expect(try connection.rows("PRAGMA journal_mode").first?.first?.text == "wal")
                #expect(try connection.integer("PRAGMA busy_timeout") == 1000)
            }
            // Decisions that grew too old are overwritten.
            #expect(try journal.integer("PRAGMA secure_delete") == 1)
        }
    }

    @Test("that fails halfway leaves nothing behind, and nothing in the way of the next one")
    func failed() throws {
        let grant = StateChange.grant(try Sample.app(1), Grant(status: .denied))
        try folder.withStore { opened in
            // Unlike a full disk, this ends the statement only, not the transaction.
            try opened.store.database.execute(
                """
                CREATE TEMP TRIGGER refusal BEFORE INSERT ON rows WHEN NEW.kind = 'grant'
                BEGIN SELECT RAISE(ABORT, 'no'); END
                """
            )
            #expect(throws: (any Error).self) {
                try opened.store.commit([.widgetPlaced(WidgetIdentifier(3), try Sample.kind(1)), grant])
            }
            try opened.store.commit([.widgetPlaced(WidgetIdentifier(4), try Sample.kind(1))])
        }
        try folder.withStore { opened in
            #expect(Array(opened.state.widgets.keys) == [WidgetIdentifier(4)])
            #expect(opened.state.grants.isEmpty)
        }
    }

    @Test("gives the number of a removed widget to no other, whichever is removed last")
    func removedNumbers() throws {
        try folder.withStore { opened in
            for number in [7, 3] as [UInt64] {
                try opened.store.commit([.widgetPlaced(WidgetIdentifier(number), try Sample.kind(1))])
            }
            for number in [7, 3] as [UInt64] {
                try opened.store.commit([.widgetRemoved(WidgetIdentifier(number))])
            }
        }
        try folder.withStore { opened in #expect(opened.state.nextWidgetNumber == 8) }
    }

    @Test("keeps the latest thousand accesses of each user, many in a row, and few that are older")
    func accesses() throws {
        var expected = SavedState()
        try folder.withStore { opened in
            for (user, count) in [(1000, 1), (1000, 700), (1001, 3), (1000, 330), (1000, 64), (1001, 1)] {
                let changes = try (0..<count).map { offset in
                    let app = try Sample.app(offset, user: UInt32(user))
                    var record = try offset % 2 == 0 ? Sample.access() : Sample.monitorAccess()
                    record.app = app
                    if record.consumer?.widget == nil { record.consumer = .monitor(app) }
                    let number = expected.accessLogs[app.user]?.nextNumber ?? 0
                    let change = StateChange.accessed(record, number: number)
                    expected.apply(change)
                    return change
                }
                try opened.store.commit(changes)
            }
            let rows = try opened.store.database.rows(
                "SELECT key FROM rows WHERE kind = 'accesses' AND key LIKE '1000/%'"
            )
            #expect((16...18).contains(rows.count))
        }
        try folder.withStore { opened in
            #expect(opened.state == expected)
            // While many users have some, fewer are kept of each.
            let change = StateChange.accessed(try Sample.access(), number: 1095, keeping: 30)
            expected.apply(change)
            try opened.store.commit([change])
        }
        try folder.withStore { opened in
            let user = try Sample.access().app.user
            let kept = opened.state.accessLogs[user]?.records ?? []
            #expect(kept.suffix(30) == expected.accessLogs[user]?.records ?? [] && kept.count < 30 + 64)
        }
    }

    @Test("of ten thousand apps is read at the next start")
    func manyApps() throws {
        try folder.withStore { opened in
            try opened.store.commit(
                (1...10_000).map { .grant(try Sample.app($0), Grant(status: .authorizedWhenInUse)) }
            )
        }
        try folder.withStore { #expect($0.state.grants.count == 10_000) }
    }
}
