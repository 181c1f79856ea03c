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

    private static let noDatabase = "This is not a database, though long enough to look like one at first."

    /// Fills a store with enough to span several pages.
    private func makeState() throws {
        try folder.withStore { opened in
            let grant = Grant(status: .authorizedAlways)
            try opened.store.commit((1...500).map { .grant(try Sample.app($0), grant) })
        }
    }

    enum Damage: CaseIterable {
        case page, halved, header

        func apply(to folder: borrowing TemporaryFolder) throws {
            switch self {
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
            let aside = try folder.files().keys.filter { $0.hasPrefix("state.db.corrupt-20") }
            // Its companions have longer names.
            let target = try #require(aside.min { $0.count < $1.count })
            let warning = try #require(opened.warnings.first)
            #expect(opened.warnings.count == 1 && warning.hasPrefix("\(folder.database) is damaged ("))
            #expect(warning.contains("was moved to \(folder.state)/\(target);"))
            #expect(try folder.files()[target] == damaged)
            try opened.store.commit([.grant(try Sample.app(1), Grant(status: .denied))])
        }
        try folder.withStore { opened in
            #expect(opened.state.grants.count == 1 && opened.warnings == [])
        }
    }

    @Test("takes its log with it, and never overwrites another that was moved before")
    func twice() throws {
        try makeState()
        for _ in 1...2 {
            try folder.write(Self.noDatabase, to: "state/state.db")
            try folder.write("log", to: "state/state.db-wal")
            try folder.withStore { #expect($0.warnings.count == 1) }
        }
        let aside = try folder.files().keys.filter { $0.contains(".corrupt-") }
        #expect(aside.filter { $0.hasSuffix("-wal") }.count == 2)
        #expect(aside.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.count == 2)
    }

    /// Expects that the only warning names a file to which the journal was moved.
    private func expectMovedJournal(_ warnings: [String]) throws {
        let warning = try #require(warnings.first)
        #expect(warnings.count == 1 && warning.hasPrefix("\(folder.state)/journal.db cannot be read ("))
        let aside = try folder.files().keys.filter { $0.hasPrefix("journal.db.corrupt-") }
        #expect(aside.contains { warning.contains("was moved to \(folder.state)/\($0);") }, "\(warning)")
    }

    @Test("of the journal costs the journal only")
    func journal() throws {
        var decisions = Decisions()
        try makeState()
        for text in [Self.noDatabase, nil] {
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
                try expectMovedJournal(opened.warnings)
                #expect(opened.store.journal.read(Decisions.user).isEmpty)
            }
        }
    }

    enum Need: CaseIterable { case reading, writing, newKey }

    @Test("of the journal is also found when a damaged page is needed", arguments: Need.allCases)
    func journalPages(need: Need) throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            journal.write(try (0..<2000).map { _ in try decisions.next() }, at: decisions.now)
        }
        // The last pages, where the latest decisions are: opening needs none of them.
        let damage = [UInt8](repeating: 0xAA, count: 8 * 4096)
        let size = try #require(try folder.files()["journal.db"]).count
        try folder.overwrite("journal.db", at: size - damage.count, with: damage)
        let entry = try decisions.next()
        try folder.withStore { opened in
            #expect(opened.warnings == [])
            let journal = opened.store.journal
            switch need {
            case .reading: _ = journal.read(Decisions.user)
            case .writing: break
            case .newKey: _ = try opened.store.rekey()
            }
            journal.write([entry], at: decisions.now)
            try expectMovedJournal(journal.removeWarnings())
            #expect(journal.read(Decisions.user) == kept([entry]))
        }
        try folder.withJournal { #expect($0.read(Decisions.user) == kept([entry])) }
    }

    @Test("of the journal in the number of a row costs that row only")
    func journalNumber() throws {
        var decisions = Decisions()
        let entries = try [decisions.next(), decisions.next()]
        try folder.withJournal { journal in
            journal.write(entries, at: decisions.now)
            let row = "INSERT INTO decisions (uid, number, sealed) VALUES (1000, -5, x'00')"
            try journal.database.execute(row)
        }
        try folder.withJournal { journal in
            #expect(journal.latest(10, amongPieces: 2, for: Decisions.user) { _ in true } == kept(entries))
            journal.flush(at: decisions.now)
            let oldest = try? journal.database.integer("SELECT min(number) FROM decisions")
            #expect(oldest ?? 0 > 0)
        }
    }

    @Test("with single rows that make no sense keeps the others")
    func rows() throws {
        try makeState()
        try folder.withStore { opened in
            try opened.store.commit([.widgetPlaced(WidgetIdentifier(5), try Sample.kind(1))])
            try opened.store.database.execute(
                """
                UPDATE rows SET plain = replace(plain, 'authorizedAlways', 'perhaps') WHERE key = '1000/org.example.App7';
                INSERT INTO rows (kind, key, form, plain) VALUES
                    ('widget', '-1', 1, '{"uid":"0","app":"a","kind":"b"}'),
                    ('widget', '9', 1, '{"uid":"0","app":"no name","kind":"b"}'),
                    ('widget', '10', 2, '{"uid":"0","app":"a","kind":"b"}'),
                    ('widget', '18446744073709551615', 1, '{"uid":"0","app":"a","kind":"b"}'),
                    ('standingView', 'w1', 1, '{}'),
                    ('removedWidget', '', 1, 'many'),
                    ('later', 'x', 1, '{}');
                """
            )
        }
        try folder.withStore { opened in
            #expect(opened.state.grants.count == 499)
            #expect(opened.state.widgets.count == 1 && opened.state.nextWidgetNumber == 6)
            let unreadable = [("grant", 1), ("widget", 4), ("standingView", 1), ("removedWidget", 1)]
            let expected = unreadable.map { unreadableRows($1, of: $0) }
            #expect(opened.warnings == expected)
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
        for _ in 1...2 { #expect(folder.failure()?.description == "\(folder.database) \(message)") }
        let after = try folder.files()
        #expect(after["state.db"] == files["state.db"])
        #expect(!after.keys.contains { $0.contains("corrupt") })
    }

    @Test("is one that another daemon has open")
    func inUse() throws {
        let message = "is in use by another waymarkd (process \(getpid()))"
        try folder.withStore { _ in
            #expect(folder.failure()?.description == "the state directory \(folder.state) \(message)")
        }
        try folder.withStore { #expect($0.warnings == []) }
    }

    @Test(
        "is not looked for in a folder that cannot be made, in a file, or behind a link that leads nowhere",
        arguments: ["no/such", "file", "link"]
    )
    func noFolder(name: String) throws {
        try folder.write("", to: "file")
        symlink("nowhere", folder.path + "/link")
        let directory = "\(folder.path)/\(name)"
        let opened = #expect(throws: StateStoreError.self) {
            try openStore(in: directory)
        }
        let checked = #expect(throws: StateStoreError.self) {
            try StateStore.check(directory: directory, keyFile: nil)
        }
        for words in [opened, checked].map({ $0?.description ?? "" }) {
            #expect(words.hasPrefix("the state directory \(directory) cannot be used ("), "\(words)")
            #expect(words.hasSuffix("; choose another with Directory= in [State]"), "\(words)")
        }
        let possible = folder.state
        #expect(throws: Never.self) { try StateStore.check(directory: possible, keyFile: nil) }
    }
}
