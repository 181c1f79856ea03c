import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("A damaged database", .ownThreads, .timeLimit(.minutes(10)))
struct DamageTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Fills a store with enough to span several pages.
    private func makeState() throws {
        try folder.withStore { opened in
            try opened.store.commit(
                (1...500).map { .grant(try Sample.app($0), Grant(status: .authorizedAlways)) }
            )
        }
    }

    enum Damage: CaseIterable {
        case text
        case page
        case halved
        case header

        func apply(to folder: borrowing TemporaryFolder) throws {
            switch self {
            case .text:
                truncate(folder.database, 0)
                try folder.overwrite("state.db", at: 0, with: Array("This is not a database.\n".utf8))
            case .page:
                try folder.overwrite("state.db", at: 4096 * 3, with: Array(repeating: 0xAA, count: 8192))
            case .halved: truncate(folder.database, 20_480)
            case .header: try folder.overwrite("state.db", at: 0, with: Array(repeating: 0, count: 100))
            }
        }
    }

    @Test("is moved aside as it is, and a fresh one made", arguments: Damage.allCases)
    func movedAside(damage: Damage) throws {
        try makeState()
        try damage.apply(to: folder)
        let damaged = try folder.files()["state.db"]
        try folder.withStore { opened in
            #expect(opened.state == SavedState())
            guard case .movedAside(let path, let target, _)? = opened.warnings.first else {
                Issue.record("no warning")
                return
            }
            #expect(opened.warnings.count == 1)
            #expect(path == folder.database)
            #expect(target.hasPrefix("\(folder.database).corrupt-20"))
            #expect(try folder.files()[String(target.dropFirst(folder.state.count + 1))] == damaged)
            try opened.store.commit([.grant(try Sample.app(1), Grant(status: .denied))])
        }
        try folder.withStore { opened in
            #expect(opened.state.grants.count == 1)
            #expect(opened.warnings == [])
        }
    }

    @Test("takes its log with it, and never overwrites another that was moved before")
    func twice() throws {
        try makeState()
        for _ in 1...2 {
            try folder.write(
                "This is not a database, though long enough to look like one at first.",
                to: "state/state.db"
            )
            try folder.write("log", to: "state/state.db-wal")
            try folder.withStore { #expect($0.warnings.count == 1) }
        }
        let aside = try folder.files().keys.filter { $0.contains(".corrupt-") }
        #expect(aside.filter { $0.hasSuffix("-wal") }.count == 2)
        #expect(aside.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.count == 2)
    }

    @Test("of the journal costs the journal only")
    func journal() throws {
        var decisions = Decisions()
        try makeState()
        for text in ["This is not a database, though long enough to look like one at first.", nil] {
            try folder.withStore { opened in
                opened.store.journal.add(try (0..<300).map { _ in try decisions.next() })
                opened.store.journal.flush(at: decisions.now)
            }
            if let text {
                try folder.write(text, to: "state/journal.db")
            } else {
                // As after a backup of the state with its key came back.
                let database = try Database(path: folder.state + "/journal.db")
                try database.execute("UPDATE key_check SET sealed = x'0102'")
            }
            try folder.withStore { opened in
                #expect(opened.state.grants.count == 500)
                guard case .journalMovedAside(let path, let target, _)? = opened.warnings.first else {
                    Issue.record("no warning: \(opened.warnings)")
                    return
                }
                #expect(path == folder.state + "/journal.db")
                #expect(access(target, F_OK) == 0)
                #expect(opened.store.journal.read(Decisions.user).isEmpty)
            }
        }
    }

    @Test("with single rows that make no sense keeps the others")
    func rows() throws {
        try makeState()
        try folder.withStore { opened in
            try opened.store.commit([
                .widgetPlaced(WidgetIdentifier(5), try Sample.kind(1))
            ])
            try opened.store.database.execute(
                """
                UPDATE rows SET plain = replace(plain, 'authorizedAlways', 'perhaps') WHERE key = '1000/org.example.App7';
                INSERT INTO rows (kind, key, form, plain) VALUES
                    ('widget', '-1', 1, '{"uid":"0","app":"a","kind":"b"}'),
                    ('widget', '9', 1, '{"uid":"0","app":"no name","kind":"b"}'),
                    ('widget', '10', 2, '{"uid":"0","app":"a","kind":"b"}'),
                    ('standingView', 'w1', 1, '{}'),
                    ('removedWidget', '', 1, 'many'),
                    ('later', 'x', 1, '{}');
                """
            )
        }
        try folder.withStore { opened in
            #expect(opened.state.grants.count == 499)
            #expect(opened.state.widgets.count == 1)
            #expect(opened.state.nextWidgetNumber == 6)
            #expect(
                opened.warnings == [
                    .unreadableRows(table: "grant", count: 1),
                    .unreadableRows(table: "widget", count: 3),
                    .unreadableRows(table: "standingView", count: 1),
                    .unreadableRows(table: "removedWidget", count: 1),
                ]
            )
        }
    }
}

@Suite("Somebody else's database", .ownThreads, .timeLimit(.minutes(10)))
struct RefusedDatabaseTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "is left as it is",
        arguments: [
            (
                "PRAGMA user_version = 7",
                "is of version 7, and this waymarkd knows versions up to 3: "
                    + "install the newer waymarkd again, or move the file away to begin anew"
            ),
            ("PRAGMA user_version = 1", "is the database of another program: move it away"),
            ("PRAGMA application_id = 99", "is the database of another program: move it away"),
            ("PRAGMA application_id = 0", "is the database of another program: move it away"),
        ]
    )
    func refused(pragma: String, message: String) throws {
        try folder.withStore { try $0.store.database.execute(pragma) }
        let files = try folder.files()
        let state = folder.state
        for _ in 1...2 {
            let error = #expect(throws: StateStoreError.self) {
                try StateStore.open(directory: state, keySource: ownKey)
            }
            #expect(error?.description == "\(folder.database) \(message)")
        }
        let after = try folder.files()
        #expect(after["state.db"] == files["state.db"])
        #expect(!after.keys.contains { $0.contains("corrupt") })
    }

    @Test("is one that another daemon has open")
    func inUse() throws {
        let state = folder.state
        try folder.withStore { _ in
            let error = #expect(throws: StateStoreError.self) {
                try StateStore.open(directory: state, keySource: ownKey)
            }
            #expect(
                error?.description
                    == "the state directory \(state) is in use by another waymarkd (process \(getpid()))"
            )
        }
        try folder.withStore { #expect($0.warnings == []) }
    }

    @Test("is not looked for in a folder that cannot be made")
    func noParent() {
        let directory = folder.path + "/no/such"
        let error = #expect(throws: StateStoreError.self) {
            try StateStore.open(directory: directory, keySource: ownKey)
        }
        #expect(error?.description == "mkdir \(directory): No such file or directory")
        let found = #expect(throws: StateStoreError.self) {
            try StateStore.check(directory: directory, keyFile: nil)
        }
        #expect(found?.description == "open \(folder.path)/no: No such file or directory")
        let possible = folder.state
        #expect(throws: Never.self) { try StateStore.check(directory: possible, keyFile: nil) }
    }
}
