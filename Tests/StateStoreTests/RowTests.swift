import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("The table", .ownThreads, .timeLimit(.minutes(10)))
struct RowTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("has a row of each kind after changes of all kinds, sealed but for what tells no place")
    func kinds() throws {
        try folder.withStore { opened in
            try opened.store.commit(try Sample.changes())
            func kinds(with column: String) throws -> [String] {
                try opened.store.database.rows(
                    "SELECT DISTINCT kind FROM rows WHERE \(column) IS NOT NULL ORDER BY kind"
                ).compactMap(\.first?.text)
            }
            let plain = try kinds(with: "plain")
            #expect(
                plain == [
                    "grant", "manifest", "monitoring", "removedWidget", "servicesOff", "standingView",
                    "widget",
                ]
            )
            let all = Set(Rows.all.map { "\($0.name)" })
            let sealed = try kinds(with: "sealed")
            #expect(all.count == Rows.all.count && Set(plain + sealed) == all)
        }
    }

    @Test("shows what is not sealed to whoever reads it with SQLite")
    func plain() throws {
        try folder.withStore { opened in
            try opened.store.commit([.grant(try Sample.app(1), try Sample.provisionalGrant())])
            let query =
                "SELECT plain ->> 'accuracy' FROM rows WHERE kind = 'grant' AND key = '1000/org.example.App1'"
            #expect(try opened.store.database.rows(query).first?.first?.text == "reduced")
        }
    }

    @Test("keeps the rows of kinds that a later version has made, also under a new key")
    func laterKinds() throws {
        try folder.withStore { opened in
            let place = SealedPlace.row(kind: "later", form: 1, key: "x")
            let sealed = opened.store.writer.key.seal([1, 2], at: place)
            try Statement(
                opened.store.database,
                "INSERT INTO rows (kind, key, form, sealed) VALUES ('later', 'x', 1, ?)"
            )
            .run([BoundValue(sealed)])
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
