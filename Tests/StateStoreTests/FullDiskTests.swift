import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("A full disk", .ownThreads, .timeLimit(.minutes(10)))
struct FullDiskTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func large(_ number: UInt64) throws -> [StateChange] {
        [
            .widgetPlaced(WidgetIdentifier(number), try Sample.kind(1)),
            .timeline(WidgetIdentifier(number), try Sample.timeline(String(repeating: "x", count: 60_000))),
        ]
    }

    @Test("fails the commit as a whole, and no later one that finds room")
    func pageLimit() throws {
        try folder.withStore { opened in
            let database = opened.store.database
            try database.execute("PRAGMA max_page_count = 200")
            var expected = SavedState()
            var failure: StateStoreError?
            for number in 1...200 as ClosedRange<UInt64> where failure == nil {
                let changes = try Self.large(number)
                do throws(StateStoreError) {
                    try opened.store.commit(changes)
                    for change in changes { expected.apply(change) }
                } catch {
                    failure = error
                }
            }
            #expect(failure == .full(path: folder.database))
            #expect(failure?.description == "no space left for \(folder.database): nothing was changed")
            #expect(!expected.widgets.isEmpty)
            #expect(!database.isInTransaction)

            try database.execute("PRAGMA max_page_count = 100000")
            let last = try Self.large(201)
            try opened.store.commit(last)
            for change in last { expected.apply(change) }
            let found = try database.rows("SELECT key FROM rows WHERE kind = 'widget'")
            #expect(Set(found.map { $0[0].text }) == Set(expected.widgets.keys.map { "\($0.rawValue)" }))
        }
        try folder.withStore { #expect($0.state.widgets[WidgetIdentifier(201)] != nil) }
    }

    @Test("at the first start leaves nothing in the way of the next", .enabled(if: canMount, "needs root"))
    func firstStart() throws {
        mkdir(folder.state, 0o700)
        try #require(mount("tmpfs", folder.state, "tmpfs", 0, "size=40k,mode=0700") == 0)
        defer { umount2(folder.state, CInt(MNT_DETACH)) }
        #expect(folder.failure() == .full(path: folder.database))
        try #require(mount("tmpfs", folder.state, "tmpfs", UInt(MS_REMOUNT), "size=16m") == 0)
        try folder.withStore { opened in
            #expect(opened.state == SavedState() && opened.warnings == [])
        }
    }
}

/// Whether this process may mount file systems, found out by mounting one.
let canMount: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=4k") == 0 else { return false }
    return umount(folder.path) == 0
}()
