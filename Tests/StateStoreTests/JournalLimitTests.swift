import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("The limits of the journal", .ownThreads, .timeLimit(.minutes(10)))
struct JournalLimitTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("leave nothing of what waits to be written when they switch it off")
    func waitingWhenSwitchedOff() throws {
        var decisions = Decisions()
        try folder.withStore { opened in
            let journal = opened.store.journal
            journal.add([try decisions.next(), try decisions.next()])
            journal.change(to: JournalLimits(keep: .zero))
            #expect(journal.waitingCount == 0)
            #expect(journal.read(Decisions.user).isEmpty)
        }
    }

    @Test("of a search for the latest decisions are so many pieces, whatever is wanted")
    func pieces() throws {
        var decisions = Decisions()
        let entries = try (0..<350).map { _ in try decisions.next() }
        try folder.withStore { opened in
            let journal = opened.store.journal
            journal.add(entries)
            journal.flush(at: decisions.now)
            let (user, first) = (Decisions.user, entries[0].number)
            let tooFew = journal.latest(1, amongPieces: 3, for: user) { $0.number == first }
            #expect(tooFew.isEmpty)
            let enough = journal.latest(1, amongPieces: 4, for: user) { $0.number == first }
            #expect(enough == kept(entries.prefix(1)))
            let many = journal.latest(250, amongPieces: 2, for: user) { _ in true }
            #expect(many == kept(entries.suffix(200)))
        }
    }

    @Test("of a piece count what is not wanted too, and the next piece goes on behind it")
    func unwanted() throws {
        var decisions = Decisions()
        let entries = try (0..<150).map { _ in try decisions.next() }
        try folder.withStore { opened in
            let journal = opened.store.journal
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
