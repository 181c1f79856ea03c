import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import StateStore

@Suite("A database of an older version", .timeLimit(.minutes(1)))
struct MigrationTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is brought up to date with everything that is in it")
    func first() throws {
        let grant = Grant(status: .authorizedWhenInUse, widgets: .granted)
        try folder.withStore { opened in
            try opened.store.commit([
                .grant(try Sample.app(1), grant), .widgetPlaced(WidgetIdentifier(1), try Sample.kind(1)),
                .timeline(WidgetIdentifier(1), try Sample.timeline("one")),
            ])
            // What the second version added is taken away again.
            try opened.store.database.execute(
                """
                DROP TABLE accesses; DROP TABLE manifests; DROP TABLE services_off;
                ALTER TABLE grants DROP COLUMN accuracy;
                ALTER TABLE grants DROP COLUMN is_provisional;
                ALTER TABLE grants DROP COLUMN always_was_asked;
                ALTER TABLE grants DROP COLUMN always_confirmed_at;
                PRAGMA user_version = 1;
                """
            )
        }
        for _ in 1...2 {
            try folder.withStore { opened in
                #expect(opened.warnings.isEmpty)
                let app = try Sample.app(1)
                #expect(opened.state.grants == [app: grant])
                #expect(opened.state.widgets.values.count { $0.timeline != nil } == 1)
                try opened.store.commit([.accessed(try Sample.access(), number: 0)])
            }
        }
    }
}
