import CTestSupport
import Glibc
import LocationModel
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
            #expect(opened.state == SavedState() && opened.warnings == [])
            for change in changes { expected.apply(change) }
            try opened.store.commit(changes)
        }
        // No other widget gets the number of one that was removed, whichever is removed last.
        #expect(expected.nextWidgetNumber == 8)
        try folder.withStore { opened in
            #expect(opened.state == expected && opened.warnings == [])
        }
    }

    @Test("survives the end of the process right after it, and a half-done one leaves no trace")
    func killed() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [state = folder.state as String] in
            let store = try openStore(in: state).store
            for number in 1...50 as ClosedRange<UInt64> {
                try store.commit([.widgetPlaced(WidgetIdentifier(number), try Sample.kind(1))])
            }
            try store.database.execute("BEGIN; DELETE FROM rows")
            kill(getpid(), SIGKILL)
        }
        try folder.withStore { opened in
            #expect(opened.state.widgets.count == 50 && opened.state.nextWidgetNumber == 51)
            #expect(opened.warnings == [])
        }
    }

    @Test("waits for the disk, as one of the journal does not, and for a second for other programs")
    func durable() throws {
        try folder.withStore { (opened) throws in
            let (database, journal) = (opened.store.database, opened.store.journal.database)
            #expect(try database.integer("PRAGMA synchronous") == 2)
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
            let query = "SELECT count(*) FROM rows WHERE kind = 'accesses' AND key LIKE '1000/%'"
            #expect(try opened.store.database.integer(query) == 17)
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
}

@Suite("A commit that was written and not synchronised", .ownThreads, .timeLimit(.minutes(10)))
struct UnsynchronisedCommitTests {
    @Test("is not taken back by a power cut once the next start has read it")
    func powerCut() async throws {
        let folder = try TemporaryFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil)
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            faulty_disk_install()
            var read = 0
            for operation in 1 as CInt..<20 {
                let (killed, cut) = ("\(path)/killed-\(operation)", "\(path)/cut-\(operation)")
                let app = try Sample.app(1)
                do {
                    let directory = "\(path)/\(operation)"
                    let store = try openStore(in: directory).store
                    try store.commit([.widgetPlaced(WidgetIdentifier(1), try Sample.kind(1))])
                    faulty_disk_arm(operation, 0)
                    try? store.commit([.grant(app, Grant(status: .denied))])
                    faulty_disk_arm(0, 0)
                    try copyState(of: directory, to: killed, afterPowerCut: false)
                }
                let opened = try openStore(in: killed)
                let grants = opened.state.grants
                if grants[app] != nil { read += 1 }
                try copyState(of: killed, to: cut, afterPowerCut: true)
                let after = try openStore(in: cut)
                #expect(after.state.grants == grants, "operation \(operation)")
            }
            #expect(read > 0)
        }
    }
}
