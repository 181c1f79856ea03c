import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("The journal", .ownThreads, .timeLimit(.minutes(10)))
struct JournalTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is found again after the service ended, in order, every word and figure of it")
    func restart() throws {
        var decisions = Decisions()
        let users: [UInt32?] = [nil, 1001, 1002]
        let entries = try (0..<600).map { try decisions.next(of: users[$0 % 3]) }
        try folder.withStore { opened in
            opened.store.journal.add(entries)
            #expect(opened.store.journal.read(.root) == kept(entries))
            opened.store.journal.flush(at: decisions.now)
            #expect(opened.store.journal.waiting.isEmpty)
        }
        try folder.withStore { opened in
            let journal = opened.store.journal
            #expect(opened.warnings.isEmpty)
            #expect(journal.read(.root) == kept(entries))
            #expect(journal.numbers.last == entries.last?.number)
            for user in [1001, 1002, 1003] as [UInt32] {
                let own = entries.filter {
                    $0.subject.owner == nil || $0.subject.owner == UserIdentifier(user)
                }
                #expect(journal.read(UserIdentifier(user)) == kept(own))
            }
        }
    }

    @Test("is read without a gap and without a double where the written decisions end")
    func seam() throws {
        var decisions = Decisions()
        let entries = try (0..<950).map { _ in try decisions.next() }
        try folder.withJournal { journal in
            journal.add(entries)
            let user = Decisions.user
            // Between any two pieces some more may have been written.
            for _ in 0..<4 {
                #expect(journal.read(user) == kept(entries))
                let latest = journal.latest(250, amongPieces: 5, for: user) { _ in true }
                #expect(latest == kept(entries.suffix(250)))
                journal.advance(at: decisions.now)
            }
            #expect(journal.waiting.isEmpty)
            #expect(journal.nextDeadline(at: decisions.now) == decisions.expiry(of: entries[0]))
            var (read, next) = ([KeptDecision](), UInt64(0) as UInt64?)
            while let number = next {
                let piece = journal.piece(.after(number), for: user) { _ in true }
                #expect(piece.decisions.count <= Journal.pieceLength)
                read += piece.decisions
                next = piece.next
                journal.write([try decisions.next()], at: decisions.now)
                if read.count > 1500 { break }
            }
            #expect(zip(read, read.dropFirst()).allSatisfy { $0.heading.number + 1 == $1.heading.number })
            #expect(read.count > 950)
        }
    }

    @Test("writes nothing at once, and all that has waited for a second together")
    func delay() throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            journal.advance(at: decisions.now)
            #expect(journal.nextDeadline(at: decisions.now) == nil)
            journal.add([try decisions.next(), try decisions.next()])
            journal.advance(at: decisions.now)
            #expect(journal.waiting.count == 2)
            #expect(journal.nextDeadline(at: decisions.now) == decisions.now.instant + .seconds(1))
            journal.advance(at: decisions.now.advanced(by: .seconds(1)))
            #expect(journal.waiting.isEmpty)
        }
    }

    @Test("of a killed process leaves nothing behind when it is switched off")
    func killedAndOff() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [state = folder.state as String] in
            let journal = try openStore(in: state).store.journal
            var decisions = Decisions()
            journal.write([try decisions.next()], at: decisions.now)
            kill(getpid(), SIGKILL)
        }
        #expect(try folder.files().keys.contains("journal.db-wal"))
        try folder.withJournal(JournalLimits(keep: .zero)) { (_) throws in
            #expect(try folder.files().keys.filter { $0.hasPrefix("journal") } == [])
        }
    }

    // MARK: Bounds

    @Test("removes what is too old, by the hour, a bounded amount in a turn")
    func age() throws {
        var decisions = Decisions()
        let limits = JournalLimits(keep: .seconds(3 * 3600))
        try folder.withJournal(limits) { journal in
            journal.write(try (0..<300).map { _ in try decisions.next() }, at: decisions.now)
            decisions.advance(by: .seconds(2 * 3600))
            journal.write(try (0..<5).map { _ in try decisions.next() }, at: decisions.now)
            #expect(journal.read(Decisions.user).count == 305)
            let expiry = try #require(journal.nextDeadline(at: decisions.now))
            let wait = decisions.now.instant.duration(to: expiry)
            #expect(wait > .seconds(3600) && wait <= .seconds(2 * 3600))
            decisions.advance(by: wait)
            journal.advance(at: decisions.now)
            #expect(journal.read(Decisions.user).count == 305 - Journal.batchLength)
            journal.advance(at: decisions.now)
            #expect(journal.read(Decisions.user).count == 5)
            #expect(try journal.countedBytes() == journal.sizes())
        }
        // What grew too old while the service was off goes at the start.
        decisions.advance(by: .seconds(8 * 3600))
        try folder.withJournal(limits) { journal in
            #expect(journal.nextDeadline(at: decisions.now) == decisions.now.instant)
            journal.advance(at: decisions.now)
            #expect(journal.read(Decisions.user).isEmpty)
            #expect(journal.nextDeadline(at: decisions.now) == nil)
        }
    }

    @Test("keeps each user within the bytes, and a busy one pushes out no others")
    func size() throws {
        var decisions = Decisions()
        let limits = JournalLimits(bytesPerUser: 64 << 10)
        try folder.withJournal(limits) { journal in
            let quiet = try (0..<20).map { _ in try decisions.next(of: 1001) }
            journal.add(quiet)
            var busy: [JournalEntry] = []
            for _ in 0..<20 {
                let more = try (0..<100).map { _ in try decisions.next(of: 1002) }
                busy += more
                journal.write(more, at: decisions.now)
                #expect(try journal.countedBytes() == journal.sizes())
                #expect(try journal.sizes().values.allSatisfy { $0 <= limits.bytesPerUser })
            }
            #expect(journal.read(UserIdentifier(1001)) == kept(quiet))
            let found = journal.read(UserIdentifier(1002)).filter { $0.heading.subject.owner != nil }
            #expect(found.count > 100 && found == kept(busy.suffix(found.count)))
        }
        try folder.withJournal(limits) { (journal) throws in
            #expect(try journal.countedBytes() == journal.sizes())
        }
    }

    @Test("keeps all users together within sixteen times that, at the cost of those who have most")
    func total() throws {
        var decisions = Decisions()
        let limits = JournalLimits(bytesPerUser: 8 << 10)
        try folder.withJournal(limits) { journal in
            let quiet = try (0..<3).map { _ in try decisions.next(of: 999) }
            journal.add(quiet)
            for user in 1000..<UInt32(1040) {
                journal.add(try (0..<40).map { _ in try decisions.next(of: user) })
            }
            journal.flush(at: decisions.now)
            while journal.nextDeadline(at: decisions.now) == decisions.now.instant {
                journal.advance(at: decisions.now)
            }
            #expect(try journal.sizes().values.reduce(0, +) <= limits.totalBytes)
            #expect(try journal.countedBytes() == journal.sizes().filter { $0.value > 0 })
            #expect(journal.read(UserIdentifier(999)) == kept(quiet))
            #expect(!journal.read(UserIdentifier(1000)).isEmpty)
        }
    }

    @Test("removes bit by bit what lower limits leave no room for")
    func lowered() throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            journal.write(try (0..<2000).map { _ in try decisions.next() }, at: decisions.now)
            journal.change(to: JournalLimits(bytesPerUser: 16 << 10))
            var turns = 0
            while journal.nextDeadline(at: decisions.now) == decisions.now.instant {
                let before = journal.read(Decisions.user).count
                journal.advance(at: decisions.now)
                #expect(before - journal.read(Decisions.user).count <= Journal.batchLength + 32)
                turns += 1
            }
            #expect(turns > 5)
            #expect(try journal.sizes()[Decisions.user] ?? 0 <= 16 << 10)
        }
    }

    @Test("that is switched off leaves no file, and has the latest decisions in memory")
    func off() throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            journal.write([try decisions.next()], at: decisions.now)
            #expect(try folder.files().keys.contains("journal.db"))
            journal.add([try decisions.next()])
            journal.change(to: JournalLimits(keep: .zero))
            #expect(try folder.files().keys.filter { $0.hasPrefix("journal") } == [])
            #expect(journal.waitingCount == 0 && journal.read(Decisions.user).isEmpty)
            let entries = try (0..<5000).map { _ in try decisions.next() }
            journal.write(entries, at: decisions.now)
            while journal.nextDeadline(at: decisions.now) == decisions.now.instant {
                journal.advance(at: decisions.now)
            }
            #expect(journal.nextDeadline(at: decisions.now) == nil)
            let found = journal.read(Decisions.user)
            #expect(found.count > 500 && found == kept(entries.suffix(found.count)))
            #expect(try journal.sizes()[Decisions.user] ?? 0 <= 512 << 10)
        }
    }

    @Test("that is in memory keeps its decisions under other limits, as long as it stays there")
    func limitsInMemory() throws {
        var decisions = Decisions()
        try folder.withJournal(JournalLimits(keep: .zero)) { journal in
            let entries = try (0..<10).map { _ in try decisions.next() }
            journal.write(entries, at: decisions.now)
            journal.change(to: JournalLimits(keep: .zero, bytesPerUser: 1 << 20))
            #expect(journal.read(Decisions.user) == kept(entries))
            // It waits to be written, but was made while nothing was to be kept.
            journal.add([try decisions.next()])
            journal.change(to: JournalLimits())
            #expect(journal.read(Decisions.user).isEmpty, "what was in memory is not written to the disk")
            journal.write([try decisions.next()], at: decisions.now)
        }
        try folder.withStore { #expect($0.store.journal.read(Decisions.user).count == 1) }
    }

    @Test("is read in pieces that fit into a message, however long the decisions are")
    func longMessages() throws {
        var decisions = Decisions()
        try folder.withJournal { journal in
            let message = String(repeating: "🌍", count: 500)
            let entries = try (0..<150).map { _ in
                try decisions.next(
                    .widget(.timelineFailed(RequestIdentifier(1), message: message, retry: .seconds(30)))
                )
            }
            journal.add(entries)
            for _ in 0..<2 {
                let first = journal.piece(.after(0), for: Decisions.user) { _ in true }
                #expect(first.decisions.count < 20)
                #expect(journal.read(Decisions.user) == kept(entries))
                journal.flush(at: decisions.now)
            }
        }
    }

    @Test("is searched for the latest decisions in so many pieces, whatever is wanted")
    func pieces() throws {
        var decisions = Decisions()
        let entries = try (0..<350).map { _ in try decisions.next() }
        try folder.withJournal { journal in
            journal.write(entries, at: decisions.now)
            let (user, first) = (Decisions.user, entries[0].number)
            for (count, found) in [(3, 0), (4, 1)] {
                let latest = journal.latest(1, amongPieces: count, for: user) { $0.number == first }
                #expect(latest == kept(entries.prefix(found)))
            }
            let many = journal.latest(250, amongPieces: 2, for: user) { _ in true }
            #expect(many == kept(entries.suffix(200)))
        }
    }

    @Test("is read in pieces that count what is not wanted too, and the next piece goes on behind it")
    func unwanted() throws {
        var decisions = Decisions()
        let entries = try (0..<150).map { _ in try decisions.next() }
        try folder.withJournal { journal in
            journal.add(entries)
            // As they wait, and as they are written.
            for _ in 0..<2 {
                let rising = journal.piece(.after(0), for: Decisions.user) { _ in false }
                #expect(rising.decisions.isEmpty && rising.next == entries[99].number)
                let falling = journal.piece(.before(Journal.end), for: Decisions.user) { _ in false }
                #expect(falling.decisions.isEmpty && falling.next == entries[50].number)
                journal.flush(at: decisions.now)
            }
        }
    }
}
