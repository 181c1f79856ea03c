import WaymarkEngine

/// A value that reveals where a person is or was, stored only sealed.
protocol SealedContent: Sendable {
    /// The key of its rows, to which the seal binds it.
    associatedtype Key

    /// The bytes inside the seal.
    var sealedForm: [UInt8] { get }

    /// Decodes bytes of ``sealedForm``; `nil` if they are invalid.
    init?(sealedForm bytes: [UInt8], of key: Key)
}

/// The description of a table, from which it is created, written, read and sealed anew.
struct Table<Key: PlainRow, Value>: Sendable {
    /// Puts a piece of the rows of a table into the state; it is called for each piece, in the order of the keys.
    typealias Restore = @Sendable (_ state: inout SavedState, _ rows: [(Key, Value)]) -> Void

    let name: String
    let key: Columns<Key>

    private let valueNames: [String]
    private let valueDefinitions: [String]
    // Only a sealed table needs the place of a row, which takes longer than the rest.
    private let values: @Sendable (Value, @autoclosure () -> SealedPlace, SealingKey) -> [BoundValue]
    private let value:
        @Sendable (ArraySlice<DatabaseValue>, Key, @autoclosure () -> SealedPlace, SealingKey) -> Value?
    private let restore: Restore
    private let isSealed: Bool

    /// The statement that writes a row in place of the one with the same key.
    let replacement: String

    /// The statement that removes the row of a key.
    let removal: String

    /// Describes a table whose values are stored as they are.
    init(
        _ name: String,
        key: Columns<Key>,
        value columns: Columns<Value>,
        restore: @escaping Restore
    ) where Value: PlainRow {
        self.name = name
        self.key = key
        valueNames = columns.names
        valueDefinitions = columns.definitions
        values = { value, _, _ in columns.values(value) }
        value = { stored, _, _, _ in columns.row(stored) }
        self.restore = restore
        isSealed = false
        (replacement, removal) = Self.statements(name, key.names, valueNames)
    }

    /// Describes a table whose values are stored under seals.
    init(
        sealed name: String,
        key: Columns<Key>,
        restore: @escaping Restore
    ) where Value: SealedContent, Value.Key == Key {
        self.name = name
        self.key = key
        valueNames = [Self.sealedColumn]
        valueDefinitions = ["\(Self.sealedColumn) BLOB NOT NULL"]
        values = { value, place, sealingKey in [BoundValue(sealingKey.seal(value.sealedForm, at: place()))] }
        value = { stored, key, place, sealingKey in
            stored.first?.blob.flatMap { sealingKey.open($0, at: place()) }
                .flatMap { Value(sealedForm: $0, of: key) }
        }
        self.restore = restore
        isSealed = true
        (replacement, removal) = Self.statements(name, key.names, valueNames)
    }

    private static func statements(_ name: String, _ keys: [String], _ values: [String]) -> (String, String) {
        let columns = keys + values
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return (
            "REPLACE INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
            "DELETE FROM \(name) WHERE \(condition(keys))"
        )
    }

    private static var sealedColumn: String { "sealed" }

    private var keyCondition: String { Self.condition(key.names) }

    private static func condition(_ names: [String]) -> String {
        names.map { "\($0) = ?" }.joined(separator: " AND ")
    }

    /// The columns, those of the key first.
    var columnList: String { (key.names + valueNames).joined(separator: ", ") }

    /// Returns the values of ``replacement``.
    func row(_ rowKey: Key, _ value: Value, sealedWith sealingKey: SealingKey) -> [BoundValue] {
        key.values(rowKey) + values(value, place(of: rowKey), sealingKey)
    }

    /// Returns the key and value of a row with the columns of ``columnList``; `nil` if it makes no sense.
    func entry(of row: [DatabaseValue], sealedWith sealingKey: SealingKey) -> (key: Key, value: Value)? {
        guard let rowKey = key.row(row[..<key.names.count]) else { return nil }
        return value(row[key.names.count...], rowKey, place(of: rowKey), sealingKey).map { (rowKey, $0) }
    }

    /// Returns the place for which the value of a key is sealed.
    func place(of rowKey: Key) -> SealedPlace {
        let row = key.values(rowKey).map(\.databaseValue.keyText).joined(separator: "/")
        return SealedPlace(table: name, column: Self.sealedColumn, row: row)
    }
}

/// A table of any type.
protocol StoredTable: Sendable {
    var name: String { get }

    /// The statement that creates the table.
    var creation: String { get }

    /// Puts the rows into the state, and returns how many make no sense and are left out.
    func load(
        into state: inout SavedState,
        from database: Database,
        key: SealingKey
    ) throws(DatabaseError) -> Int

    /// Seals every value that `old` opens with `new`, and returns their number.
    func reseal(
        in database: Database,
        from old: SealingKey,
        to new: SealingKey
    ) throws(DatabaseError) -> Int
}

extension Table: StoredTable {
    var creation: String {
        let columns = key.definitions + valueDefinitions
        // A single number is the row's own in SQLite, which then needs no other.
        let isNumber = key.definitions.count == 1 && key.definitions[0].hasSuffix(" INTEGER NOT NULL")
        return """
            CREATE TABLE IF NOT EXISTS \(name) (
                \(columns.joined(separator: ", ")), PRIMARY KEY (\(key.names.joined(separator: ", ")))
            ) STRICT\(isNumber ? "" : ", WITHOUT ROWID");

            """
    }

    func load(
        into state: inout SavedState,
        from database: Database,
        key sealingKey: SealingKey
    ) throws(DatabaseError) -> Int {
        let order = key.names.joined(separator: ", ")
        let statement = try Statement(database, "SELECT \(columnList) FROM \(name) ORDER BY \(order)")
        var piece: [(Key, Value)] = []
        var senseless = 0
        try statement.forEachRow { row in
            guard let entry = entry(of: row, sealedWith: sealingKey) else {
                senseless += 1
                return
            }
            piece.append((entry.key, entry.value))
            guard piece.count == 256 else { return }
            restore(&state, piece)
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { restore(&state, piece) }
        return senseless
    }

    func reseal(
        in database: Database,
        from old: SealingKey,
        to new: SealingKey
    ) throws(DatabaseError) -> Int {
        guard isSealed else { return 0 }
        let names = key.names.joined(separator: ", ")
        let marks = key.names.map { _ in "?" }.joined(separator: ", ")
        let update = "UPDATE \(name) SET \(Self.sealedColumn) = ? WHERE \(keyCondition)"
        let statement = try Statement(database, update)
        var count = 0
        // In pieces, because not all values need to be in memory together.
        var condition = ""
        var last: [BoundValue] = []
        while true {
            let rows = try database.rows(
                "SELECT \(columnList) FROM \(name) \(condition) ORDER BY \(names) LIMIT 1000",
                last
            )
            for row in rows {
                // A value that the old key does not open was lost before and stays unchanged.
                guard let rowKey = key.row(row[..<key.names.count]),
                    let value = row[key.names.count].blob.flatMap({ old.open($0, at: place(of: rowKey)) })
                else { continue }
                let sealed = new.seal(value, at: place(of: rowKey))
                try statement.run([BoundValue(sealed)] + key.values(rowKey))
                count += 1
            }
            guard let end = rows.last else { return count }
            condition = "WHERE (\(names)) > (\(marks))"
            last = end[..<key.names.count].map { BoundValue(storedKey: $0) }
        }
    }
}
