import Glibc
import LocationModel
import Regions
import TestSupport
import Testing
import WaymarkEngine

@testable import StateStore

@Suite("A location on disk", .ownThreads, .timeLimit(.minutes(10)))
struct SealingTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("gives a region around beacons back with the numbers that it has, and refuses any others")
    func beacons() throws {
        let uuid = try #require(BeaconUUID("F4278BDA-B644-4520-8F0C-720EAF059935"))
        for condition in [
            BeaconCondition(uuid: uuid), BeaconCondition(uuid: uuid, major: 0),
            BeaconCondition(uuid: uuid, major: 65535), BeaconCondition(uuid: uuid, major: 1, minor: 0),
            BeaconCondition(uuid: uuid, major: 1, minor: 65535),
        ] {
            let region = SavedRegion(try Sample.beacons().name, .beacons(condition))
            #expect(SavedRegion(sealedForm: region.sealedForm, of: RegionNumber(1)) == region)
        }
        // The two last numbers of a region of any beacons are 2^16.
        let form = SavedRegion(try Sample.beacons().name, .beacons(BeaconCondition(uuid: uuid))).sealedForm
        func read(_ major: UInt64, _ minor: UInt64) -> SavedRegion? {
            var bytes = Array(form.dropLast(16))
            for number in [major, minor] {
                bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            return SavedRegion(sealedForm: bytes, of: RegionNumber(1))
        }
        #expect(read(1 << 16, 1 << 16) != nil && read(7, 1 << 16) != nil && read(7, 8) != nil)
        for (major, minor) in [(1 << 16, 8), (1 << 17, 1 << 16), (1 << 16, 1 << 17), (7, 1 << 17)]
            as [(UInt64, UInt64)]
        {
            #expect(read(major, minor) == nil)
        }
    }

    @Test("is refused where it says of a region neither inside, outside nor unknown")
    func unknownStates() throws {
        let region = try Sample.circle()
        let form = region.sealedForm
        // The two states follow the user and the three names, each after its length.
        let name = region.name
        let names = [name.app.app.rawValue, name.monitor.rawValue, name.identifier.rawValue]
        let start = names.reduce(8) { $0 + 8 + $1.utf8.count }
        func read(_ isInside: UInt8, _ toldInside: UInt8) -> SavedRegion? {
            var bytes = form
            (bytes[start], bytes[start + 8]) = (isInside, toldInside)
            return SavedRegion(sealedForm: bytes, of: RegionNumber(1))
        }
        #expect(read(1, 0)?.isInside == true && read(1, 0)?.toldInside == false)
        #expect(read(2, 1) != nil && read(2, 1)?.isInside == nil && read(2, 1)?.toldInside == true)
        for (isInside, toldInside) in [(3, 0), (0, 3), (3, 3)] as [(UInt8, UInt8)] {
            #expect(read(isInside, toldInside) == nil)
        }
    }

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
            #expect(entries[1].decision == .significantChange(distanceMeters: 514.5, after: .seconds(300)))
            opened.store.journal.add(entries)
            opened.store.journal.flush(at: decisions.now)
            try search("with the log")
            opened.store.journal.change(to: JournalLimits(bytesPerUser: 4096))
            opened.store.journal.advance(at: decisions.now)
            // Overwritten values stay in free pages until something needs them.
            try opened.store.commit([.widgetRemoved(WidgetIdentifier(1))])
            try search("after the removal")
        }
        try search("after the end")
    }

    @Test("reads as before the first change, where an earlier build wrote it without a number")
    func earlierForms() throws {
        var place = try Sample.place()
        place.number = 0
        let whole = place.sealedForm
        // Latitude, longitude and time; then the radius where it was known.
        #expect(NotifiedPlace(sealedForm: Array(whole.prefix(24)), of: .lastNotified) == place)
        place.horizontal95Meters = 5
        #expect(NotifiedPlace(sealedForm: Array(place.sealedForm.prefix(32)), of: .lastNotified) == place)
        #expect(NotifiedPlace(sealedForm: Array(whole.prefix(23)), of: .lastNotified) == nil)

        // Behind the time there was 0 or 1 for the location.
        var timeline = try Sample.timeline("x").sealedForm
        timeline.replaceSubrange(8..<16, with: [1, 0, 0, 0, 0, 0, 0, 0])
        let read = try #require(DeliveredTimeline(sealedForm: timeline, of: WidgetIdentifier(1)))
        #expect(read.knewLocation && read.change == 0)
    }

    @Test("cannot be moved to another row, changed or cut off unnoticed")
    func bound() throws {
        try folder.withStore { opened in
            try opened.store.commit((1...4).map { .widgetPlaced(WidgetIdentifier($0), try Sample.kind(1)) })
            try opened.store.commit([
                .timeline(WidgetIdentifier(1), try Sample.timeline("one")),
                .timeline(WidgetIdentifier(2), try Sample.timeline("two")),
                .timeline(WidgetIdentifier(3), try Sample.timeline("three")),
                .timeline(WidgetIdentifier(4), try Sample.timeline("four")),
                .lastNotifiedPlace(try Sample.place()),
            ])
            try opened.store.database.execute(
                """
                UPDATE timelines SET sealed = (SELECT sealed FROM timelines WHERE number = 2) WHERE number = 1;
                UPDATE timelines SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE number = 3;
                UPDATE places SET sealed = (SELECT sealed FROM timelines WHERE number = 4);
                """
            )
        }
        try folder.withStore { opened in
            let untouched = [
                WidgetIdentifier(2): try Sample.timeline("two"),
                WidgetIdentifier(4): try Sample.timeline("four"),
            ]
            #expect(opened.state.widgets.compactMapValues(\.timeline) == untouched)
            #expect(opened.state.lastNotifiedPlace == nil)
            #expect(
                opened.warnings.map(\.description) == [
                    "2 rows of the table 'timelines' cannot be read and are left out",
                    "1 row of the table 'places' cannot be read and is left out",
                ]
            )
        }
    }

    @Test("cannot be moved to another user or table unnoticed")
    func boundToOwner() throws {
        var decisions = Decisions()
        let entries = try (0..<4).map { _ in try decisions.next() }
        try folder.withStore { opened in
            opened.store.journal.add(entries)
            opened.store.journal.flush(at: decisions.now)
            for number in 0..<2 as Range<UInt64> {
                try opened.store.commit([.accessed(try Sample.access(), number: number)])
            }
            try opened.store.database.execute("UPDATE accesses SET uid = 1001 WHERE number = 1")
            let seal = try opened.store.database.rows("SELECT sealed FROM accesses WHERE number = 0")[0][0]
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
            #expect(
                opened.warnings.map(\.description) == [
                    "1 row of the table 'accesses' cannot be read and is left out"
                ]
            )
            let journal = opened.store.journal
            for user in [UserIdentifier(1000), UserIdentifier(1001), .root] {
                #expect(journal.read(user).allSatisfy { $0 == KeptDecision(entries[0]) })
            }
            #expect(journal.read(.root).count == 1)
            #expect(
                journal.removeWarnings() == [
                    .unreadableRows(table: "decisions", count: 2),
                    .unreadableRows(table: "decisions", count: 3),
                ]
            )
            _ = journal.read(.root)
            #expect(journal.removeWarnings().isEmpty, "the log is told once")
        }
    }

    @Test("looks different every time")
    func nonces() throws {
        let key = try #require(SealingKey([UInt8](repeating: 7, count: SealingKey.length)))
        let place = Tables.places.place(of: .lastNotified)
        let first = key.seal([1, 2, 3], at: place).bytes
        let second = key.seal([1, 2, 3], at: place).bytes
        #expect(first != second)
        #expect(key.open(first, at: place) == [1, 2, 3])
        #expect(key.open(second, at: place) == [1, 2, 3])
        #expect(key.open([], at: place) == nil)
        #expect(key.open([9] + first.dropFirst(), at: place) == nil)
    }

    @Test("has a place that no other table, column and row spell")
    func places() {
        let place = SealedPlace(table: "a", column: "bc", row: "d")
        #expect(place.bytes != SealedPlace(table: "ab", column: "c", row: "d").bytes)
        #expect(place.bytes != SealedPlace(table: "a", column: "b", row: "cd").bytes)
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
