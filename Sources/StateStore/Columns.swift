/// The plain columns of a table's key or value.
struct Columns<Row: PlainRow>: Sendable {
    let names: [String]

    /// The columns with their types in SQL.
    let definitions: [String]

    let values: @Sendable (Row) -> [BoundValue]

    /// Decodes as many values as there are columns; `nil` if they are invalid.
    let row: @Sendable (ArraySlice<DatabaseValue>) -> Row?

    /// Describes columns.
    ///
    /// - Parameters:
    ///   - names: The names of the columns.
    ///   - values: Takes a key or value apart.
    ///   - row: Puts it together again.
    init<each Value: PlainColumn>(
        _ names: String...,
        values: @escaping @Sendable (Row) -> (repeat each Value),
        row: @escaping @Sendable (repeat each Value) -> Row
    ) {
        var types: [String] = []
        repeat types.append((each Value).definition)
        precondition(types.count == names.count, "every column has a name")
        self.names = names
        definitions = zip(names, types).map { "\($0) \($1)" }
        self.values = { row in
            let values = values(row)
            var bound: [BoundValue] = []
            repeat bound.append(BoundValue(each values))
            return bound
        }
        self.row = { stored in
            var rest = stored
            func next<Column: PlainColumn>(_ type: Column.Type) throws(Senseless) -> Column {
                guard let value = rest.popFirst().flatMap(Column.init(stored:)) else { throw Senseless() }
                return value
            }
            return try? row(repeat next((each Value).self))
        }
    }

    /// Describes a key or value that is a single column.
    init(_ name: String) where Row: PlainColumn {
        self.init(name, values: { $0 }, row: { $0 })
    }
}

/// The error for stored values that form no valid row.
private struct Senseless: Error {}

/// A value for a statement: plain or sealed.
struct BoundValue {
    let databaseValue: DatabaseValue

    init(_ plain: some PlainColumn) { databaseValue = plain.databaseValue }
    init(_ sealed: SealedBytes) { databaseValue = .blob(sealed.bytes) }

    /// Creates a value for finding a row by the key that it was stored with.
    init(storedKey value: DatabaseValue) { databaseValue = value }
}
