import LocationModel
import Regions
import TestSupport
import Testing
import Varlink
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("The table", .ownThreads, .timeLimit(.minutes(10)))
struct RowTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("has a row of each kind, sealed but for what tells no place, and none of a widget that was removed")
    func kinds() throws {
        try folder.withStore { opened in
            try opened.store.commit(try Sample.changes())
            func kinds(with column: String) throws -> [String] {
                let query = "SELECT DISTINCT kind FROM rows WHERE \(column) IS NOT NULL ORDER BY kind"
                return try opened.store.database.rows(query).compactMap(\.first?.text)
            }
            let plain = try kinds(with: "plain")
            let names = "grant manifest monitoring removedWidget servicesOff standingView widget"
            #expect(plain.joined(separator: " ") == names)
            let all = Set(Rows.all.map { "\($0.name)" })
            let sealed = try kinds(with: "sealed")
            #expect(all.count == Rows.all.count && Set(plain + sealed) == all)
            let ofRemoved = try opened.store.database.rows("SELECT kind FROM rows WHERE key = '7'")
            #expect(ofRemoved.isEmpty)
        }
    }

    @Test("reads a region whose event says itself whether the machine is inside, as earlier builds wrote it")
    func earlierEvent() throws {
        let region = try Sample.circle()
        try folder.withStore { opened in
            try opened.store.commit([.region(RegionNumber(1), region)])
            let (database, key) = (opened.store.database, opened.store.writer.key)
            let place = SealedPlace.row(kind: "region", form: 1, key: "1")
            let rows = try database.rows("SELECT sealed FROM rows WHERE kind = 'region'")
            let sealed = try #require(rows.first?.first?.blob)
            let content = try #require(key.open(sealed, at: place))
            let row = String(decoding: content, as: UTF8.self)
            let parts = row.split(separator: #""content":{"region":{"isInside":true}}"#)
            try #require(parts.count == 2)
            let earlier = Array(parts.joined(separator: #""isInside":true"#).utf8)
            let update = "UPDATE rows SET sealed = ? WHERE kind = 'region'"
            try Statement(database, update).run([BoundValue(key.seal(earlier, at: place))])
        }
        try folder.withStore { opened in
            #expect(opened.warnings.isEmpty && opened.state.regions == [RegionNumber(1): region])
        }
    }

    @Test("writes accesses as their coding would")
    func accesses() throws {
        var records = try [
            Sample.access(), Sample.monitorAccess(), Sample.access(of: nil),
            Sample.access(of: .follower(SessionIdentifier(.max))),
            Sample.access(of: .request(LocationRequestIdentifier(2))),
        ]
        (records[0].horizontal68Meters, records[1].horizontal68Meters) = (nil, .infinity)
        records[2].trust = .doubtful
        let row = AccessRow(records: records)
        #expect(try row.json == CodedEncoder.json(row))
    }

    @Test("keeps the rows of kinds that a later version has made, also under a new key")
    func laterKinds() throws {
        try folder.withStore { opened in
            let place = SealedPlace.row(kind: "later", form: 1, key: "x")
            let sealed = opened.store.writer.key.seal([1, 2], at: place)
            let row = "INSERT INTO rows (kind, key, form, sealed) VALUES ('later', 'x', 1, ?)"
            try Statement(opened.store.database, row).run([BoundValue(sealed)])
            #expect(try opened.store.rekey().count == 3, "with both checks of the key")
        }
        try folder.withStore { opened in
            #expect(opened.warnings.isEmpty)
            let rows = try opened.store.database.rows("SELECT sealed FROM rows WHERE kind = 'later'")
            let sealed = try #require(rows.first?.first?.blob)
            let place = SealedPlace.row(kind: "later", form: 1, key: "x")
            #expect(opened.store.writer.key.open(sealed, at: place) == [1, 2])
        }
    }
}
