import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("A journal that cannot be written", .ownThreads, .timeLimit(.minutes(10)))
struct JournalFailureTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("says so once, tries again every five seconds, and says once that it works again")
    func retries() throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            journal.write([try decisions.next()], at: decisions.now)
            let pages = try #require(try journal.database.integer("PRAGMA page_count"))
            try journal.database.execute("PRAGMA max_page_count = \(pages)")
            let entries = try (0..<4096).map { _ in try decisions.next() }
            journal.add(entries)
            var failure = decisions.now
            journal.flush(at: failure)
            let warning = try #require(journal.removeWarnings().first)
            #expect(warning.contains("cannot be saved or read now: no space left for \(journal.file.path)"))
            for _ in 0..<3 {
                // However many wait.
                #expect(journal.nextDeadline(at: failure) == failure.instant + .seconds(5))
                decisions.advance(by: .seconds(5))
                failure = decisions.now
                journal.advance(at: failure)
                #expect(journal.removeWarnings().isEmpty)
            }

            try journal.database.execute("PRAGMA max_page_count = 100000")
            decisions.advance(by: .seconds(5))
            journal.advance(at: decisions.now)
            #expect(journal.removeWarnings() == ["the journal is saved again"])
            journal.flush(at: decisions.now)
            #expect(journal.removeWarnings().isEmpty && journal.waiting.isEmpty)
            #expect(journal.read(.root).suffix(4096) == kept(entries)[...])
        }
    }

    @Test("forgets the older half of the user who has the most waiting, and nobody else's, and says how many")
    func forgetting() throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            let pages = try #require(try journal.database.integer("PRAGMA page_count"))
            try journal.database.execute("PRAGMA max_page_count = \(pages)")
            let others = try (0..<3384).map { _ in try decisions.next(of: 1001) }
            let busiest = try (0..<13_000).map { _ in try decisions.next(of: 1002) }
            journal.add(Array(busiest.prefix(100)) + others + Array(busiest.dropFirst(100)))
            #expect(journal.waiting.count == 16_384)
            journal.flush(at: decisions.now)
            _ = journal.removeWarnings()

            let last = try decisions.next(of: 1002)
            journal.add([last])
            // 13,001 are too many by 6,501.
            let left = busiest.dropFirst(6501) + [last]
            #expect(journal.waiting.filter { $0.subject.owner == UserIdentifier(1001) } == others)
            #expect(journal.waiting.filter { $0.subject.owner == UserIdentifier(1002) } == Array(left))
            try journal.database.execute("PRAGMA max_page_count = 100000")
            decisions.advance(by: .seconds(5))
            journal.advance(at: decisions.now)
            #expect(journal.removeWarnings() == ["the journal is saved again; 6501 decisions are lost"])
        }
    }

    @Test("or read says so, and has nothing to read")
    func unreadable() throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            journal.write([try decisions.next()], at: decisions.now)
            #expect(journal.read(.root).count == 1 && journal.removeWarnings().isEmpty)
            try journal.database.execute("DROP TABLE decisions")
            #expect(journal.read(.root).isEmpty)
            let warnings = journal.removeWarnings()
            let warning = try #require(warnings.first)
            #expect(warnings.count == 1 && warning.contains("cannot be saved or read now"))
            #expect(warning.contains(journal.file.path) && warning.contains("no such table"))
        }
    }

    @Test("because something else is in its place keeps decisions in memory, and says why")
    func unusable() throws {
        let path = try folder.withStore { $0.store.journal.file.path }
        try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        var decisions = Decisions()
        let entries = try (0..<10).map { _ in try decisions.next() }
        try folder.withStore { opened in
            let warning = try #require(opened.warnings.first)
            #expect(opened.warnings.count == 1 && warning.hasPrefix("the journal is kept in memory only: "))
            #expect(warning.contains(path))
            opened.store.journal.write(entries, at: decisions.now)
            #expect(opened.store.journal.read(.root) == kept(entries))
        }
    }
}
