import SealedDatabase
import Varlink
import WaymarkEngine

/// The file's one table and the marks by which it is known.
enum Schema {
    /// SQLite's `application_id`: `WYMK` in ASCII.
    static let applicationIdentifier: Int64 = 0x5759_4D4B

    /// SQLite's `user_version`, raised when the table changes; a new kind of row is no such change.
    static let version: Int64 = 3
    static let creation = """
        CREATE TABLE rows (
            kind TEXT NOT NULL, key TEXT NOT NULL, form INTEGER NOT NULL, plain TEXT, sealed BLOB,
            PRIMARY KEY (kind, key), CHECK ((plain IS NULL) <> (sealed IS NULL))
        ) STRICT;
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """
}

/// A kind of row: the types of its key and its content, and the effect of a row on the state.
///
/// A content reaches the disk only through ``PlainFields``, which accept no place and no time series, or
/// through a seal.
struct RowKind<Key: PlainValue, Value: Sendable>: StoredRows {
    typealias Restore = @Sendable (_ state: inout SavedState, Key, Value) -> Void
    typealias Change = @Sendable (Key, Value) -> StateChange

    let name: StaticString

    /// The version of the content.
    ///
    /// A content may gain values: what an earlier version did not write reads as zero, empty or nothing. Any other
    /// change of it needs the next number, and a reader of the earlier one.
    let form: Int64 = 1

    private let contents: @Sendable (Value, SealedPlace, SealingKey) -> [BoundValue]
    private let value:
        @Sendable (_ plain: String?, _ sealed: [UInt8]?, SealedPlace, SealingKey) throws -> Value
    private let restore: Restore

    /// Describes rows whose content anybody who finds the disk may read.
    init(plain name: StaticString, restore: @escaping Restore) where Value: PlainRow {
        (self.name, self.restore) = (name, restore)
        contents = { value, _, _ in [BoundValue(value.fields), .null] }
        value = { plain, _, _, _ in
            guard let plain else { throw InvalidRow() }
            return try Value(fields: PlainFields(json: plain))
        }
    }

    /// Describes rows that each stand for a change of the state.
    init(plain name: StaticString, _ change: @escaping Change) where Value: PlainRow {
        self.init(plain: name, restore: { $0.apply(change($1, $2)) })
    }

    init(sealed name: StaticString, _ change: @escaping Change) where Value: Codable {
        self.init(sealed: name, restore: { $0.apply(change($1, $2)) })
    }

    /// Describes sealed rows; `json` must return the JSON that the coding of the content would give.
    init(
        sealed name: StaticString,
        json: @escaping @Sendable (Value) -> [UInt8] = Self.coded,
        restore: @escaping Restore
    ) where Value: Codable {
        (self.name, self.restore) = (name, restore)
        contents = { value, place, key in [.null, BoundValue(key.seal(json(value), at: place))] }
        value = { _, sealed, place, key in
            guard let json = sealed.flatMap({ key.open($0, at: place) }) else { throw InvalidRow() }
            return try CodedDecoder.decode(Enclosed<Value>.self, json).value
        }
    }

    private static func coded(_ value: Value) -> [UInt8] where Value: Codable {
        guard let json = try? CodedEncoder.json(Enclosed(value: value)) else {
            preconditionFailure("every content can be coded")
        }
        return json
    }

    var boundName: BoundValue { BoundValue(name) }

    func place(of key: Key) -> SealedPlace { .row(kind: "\(name)", form: form, key: key.plainText) }

    func row(_ value: Value, at key: Key, sealedWith sealingKey: SealingKey) -> [BoundValue] {
        [boundName, BoundValue(key), BoundValue(form)] + contents(value, place(of: key), sealingKey)
    }

    func load(
        into state: inout SavedState,
        from database: Database,
        key sealingKey: SealingKey
    ) throws(DatabaseError) -> Int {
        let statement = try Statement(
            database,
            "SELECT key, form, plain, sealed FROM rows WHERE kind = ? ORDER BY key"
        )
        var invalid = 0
        try statement.forEachRow([boundName]) { row in
            guard let key = row[0].text.flatMap(Key.init(plainText:)), row[1].integer == form,
                let value = try? value(row[2].text, row[3].blob, place(of: key), sealingKey)
            else {
                invalid += 1
                return
            }
            restore(&state, key, value)
        }
        return invalid
    }
}

protocol StoredRows: Sendable {
    var name: StaticString { get }

    /// Adds the rows to the state, and returns the number of unreadable rows, which are left out.
    func load(
        into state: inout SavedState,
        from database: Database,
        key: SealingKey
    ) throws(DatabaseError) -> Int
}

private struct Enclosed<Value: Codable>: Codable {
    let value: Value
}

extension SealedPlace {
    static func row(kind: String, form: Int64, key: String) -> SealedPlace {
        SealedPlace(table: kind, column: "form \(form)", row: key)
    }
}

extension Database {
    /// Seals every content that `old` opens with `new`, whether its kind is known or not, in one transaction, and returns
    /// their number.
    func reseal(from old: SealingKey, to new: SealingKey) throws(DatabaseError) -> Int {
        try transaction { () throws(DatabaseError) in
            try reseal(table: "rows", number: "rowid", columns: "kind, form, key", from: old, to: new) {
                row in
                guard let kind = row[0].text, let form = row[1].integer, let key = row[2].text else {
                    return nil
                }
                return .row(kind: kind, form: form, key: key)
            }
        }
    }

    /// Seals every value in the column `sealed` of a table that `old` opens with `new`, and returns their number.
    ///
    /// The column `number` identifies a row, and `columns` determine the place for which its value is sealed.
    /// A value that the old key does not open was lost before and stays unchanged.
    func reseal(
        table: String,
        number: String,
        columns: String,
        from old: SealingKey,
        to new: SealingKey,
        place: ([DatabaseValue]) -> SealedPlace?
    ) throws(DatabaseError) -> Int {
        let update = try Statement(self, "UPDATE \(table) SET sealed = ? WHERE \(number) = ?")
        var count = 0
        // One after another, because not all values need to be in memory together.
        let query = "SELECT \(columns), sealed, \(number) FROM \(table) WHERE sealed IS NOT NULL"
        try Statement(self, query).forEachRow { (row) throws(DatabaseError) in
            guard let place = place(row), let sealed = row[row.count - 2].blob,
                let value = old.open(sealed, at: place)
            else { return }
            let identifier = BoundValue(storedKey: row[row.count - 1])
            try update.run([BoundValue(new.seal(value, at: place)), identifier])
            count += 1
        }
        return count
    }
}
