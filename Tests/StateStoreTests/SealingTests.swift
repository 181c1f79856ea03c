import Glibc
import LocationModel
import Regions
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("A location on disk", .ownThreads, .timeLimit(.minutes(10)))
struct SealingTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is nowhere in the files, in no form")
    func nowhere() throws {
        let coordinate = try #require(Sample.zurich)
        let content = """
            {"latitudeDegrees":47.3768875,"longitudeDegrees":8.5416942,"place":"Bahnhofbrücke"}
            """
        let changes: [StateChange] = [
            .grant(try Sample.app(1), Grant(status: .authorizedAlways)),
            .widgetPlaced(WidgetIdentifier(1), try Sample.kind(1)),
            .timeline(WidgetIdentifier(1), try Sample.timeline(content)),
            .lastNotifiedPlace(try Sample.place()),
            .accessed(try Sample.access(7), number: 0),
            .monitorEvent(try Sample.app(1), .significantChange, try Sample.changeEvent()),
            .monitorEvent(try Sample.app(1), .arrival, try Sample.arrivalEvent()),
            .toldPlace(try Sample.app(1), try Sample.place()),
            .stay(try Sample.stay()),
            .region(RegionNumber(1), try Sample.circle()),
        ]
        var decisions = Decisions()
        var needles: [[UInt8]] = [
            "47.376", "8.5416", "Bahnhof", "latitude", "inView", "org.example.App7", "distanceMeters",
            "Places",
        ].map { Array($0.utf8) }
        needles.append(withUnsafeBytes(of: 514.5.bitPattern.littleEndian, Array.init))
        for degrees in [coordinate.latitudeDegrees, coordinate.longitudeDegrees] {
            needles.append(withUnsafeBytes(of: degrees.bitPattern.littleEndian, Array.init))
            needles.append(withUnsafeBytes(of: degrees.bitPattern.bigEndian, Array.init))
            needles.append(withUnsafeBytes(of: Float(degrees).bitPattern.littleEndian, Array.init))
        }
        let plain = Array("org.example.App1".utf8)

        func search(_ moment: Comment) throws {
            let files = try folder.files()
            #expect(files.values.contains { contains($0, plain) }, "the search finds what is there")
            for (name, bytes) in files {
                for needle in needles { #expect(!contains(bytes, needle), "\(name) \(moment): \(needle)") }
            }
        }
        try folder.withStore { opened in
            try opened.store.commit(changes)
            let entries = try (0..<300).map { _ in try decisions.next() }
            #expect(
                entries[1].decision
                    == .position(.significantChange(distanceMeters: 514.5, elapsed: .seconds(300)))
            )
            opened.store.journal.write(entries, at: decisions.now)
            try search("with the log")
            opened.store.journal.change(to: JournalLimits(bytesPerUser: 4096))
            opened.store.journal.advance(at: decisions.now)
            // Overwritten values stay in free pages until something needs them.
            try opened.store.commit([.widgetRemoved(WidgetIdentifier(1))])
            try search("after the removal")
        }
        try search("after the end")
    }

    @Test("cannot be moved to another row, changed or cut off unnoticed")
    func bound() throws {
        try folder.withStore { opened in
            for number in 1...4 as ClosedRange<UInt64> {
                let (widget, timeline) = (WidgetIdentifier(number), try Sample.timeline("\(number)"))
                try opened.store.commit([
                    .widgetPlaced(widget, try Sample.kind(1)), .timeline(widget, timeline),
                ])
            }
            try opened.store.commit([.lastNotifiedPlace(try Sample.place())])
            try opened.store.database.execute(
                """
                UPDATE rows SET sealed = (SELECT sealed FROM rows WHERE kind = 'timeline' AND key = '2')
                    WHERE kind = 'timeline' AND key = '1';
                UPDATE rows SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE kind = 'timeline' AND key = '3';
                UPDATE rows SET sealed = (SELECT sealed FROM rows WHERE kind = 'timeline' AND key = '4')
                    WHERE kind = 'lastNotifiedPlace';
                """
            )
        }
        try folder.withStore { opened in
            for (widget, record) in opened.state.widgets {
                let timeline = try Sample.timeline("\(widget.rawValue)")
                #expect(record.timeline == (widget.rawValue % 2 == 0 ? timeline : nil))
            }
            #expect(opened.state.widgets.count == 4 && opened.state.lastNotifiedPlace == nil)
            #expect(
                opened.warnings == [
                    "2 rows of 'timeline' cannot be read and are left out",
                    "1 row of 'lastNotifiedPlace' cannot be read and is left out",
                ]
            )
        }
    }

    @Test("cannot be moved to another user or table unnoticed")
    func boundToOwner() throws {
        var decisions = Decisions()
        let entries = try (0..<4).map { _ in try decisions.next() }
        try folder.withStore { opened in
            opened.store.journal.write(entries, at: decisions.now)
            try opened.store.commit([.accessed(try Sample.access(), number: 0)])
            try opened.store.commit([.accessed(try Sample.access(), number: 1)])
            try opened.store.database.execute(
                "UPDATE rows SET key = replace(key, '1000', '1001') WHERE kind = 'accesses' AND key LIKE '%1'"
            )
            let seal = try opened.store.database.rows("SELECT sealed FROM rows WHERE kind = 'accesses'")[0][0]
            let journal = opened.store.journal.database
            try journal.execute(
                """
                UPDATE decisions SET uid = 1001 WHERE number = \(entries[1].number);
                UPDATE decisions SET uid = -1 WHERE number = \(entries[2].number);
                """
            )
            try Statement(journal, "UPDATE decisions SET sealed = ? WHERE number = \(entries[3].number)")
                .run([BoundValue(storedKey: seal)])
        }
        try folder.withStore { opened in
            #expect(opened.state.accessLogs.keys.map(\.rawValue) == [1000])
            #expect(opened.warnings == [unreadableRows(1, of: "accesses")])
            let journal = opened.store.journal
            for user in [UserIdentifier(1000), UserIdentifier(1001), .root] {
                #expect(journal.read(user).allSatisfy { $0 == KeptDecision(entries[0]) })
            }
            #expect(journal.read(.root).count == 1)
            let warning = "rows of 'decisions' in \(journal.file.path) cannot be read and are left out"
            #expect(journal.removeWarnings() == [warning])
            _ = journal.read(.root)
            #expect(journal.removeWarnings().isEmpty, "the log is told once")
        }
    }

    @Test("looks different every time")
    func nonces() throws {
        let key = try #require(SealingKey([UInt8](repeating: 7, count: SealingKey.length)))
        let place = Rows.lastNotifiedPlace.place(of: OnlyRow())
        let first = key.seal([1, 2, 3], at: place).bytes
        let second = key.seal([1, 2, 3], at: place).bytes
        #expect(first != second)
        #expect(key.open(first, at: place) == [1, 2, 3])
        #expect(key.open(second, at: place) == [1, 2, 3])
        #expect(key.open([], at: place) == nil)
        #expect(key.open([9] + first.dropFirst(), at: place) == nil)
    }
}

func contains(_ haystack: [UInt8], _ needle: [UInt8]) -> Bool {
    haystack.withUnsafeBytes { hay in
        // With the C library, because a loop over megabytes takes a minute without optimisation.
        guard var place = hay.baseAddress else { return false }
        let end = place + hay.count
        while end - place >= needle.count,
            let found = memchr(place, CInt(needle[0]), end - place - needle.count + 1)
        {
            if memcmp(found, needle, needle.count) == 0 { return true }
            place = UnsafeRawPointer(found) + 1
        }
        return false
    }
}
