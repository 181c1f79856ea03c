import CSQLite
import Glibc

package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: CInt

    /// The system's error number behind it, or 0.
    package let systemCode: CInt
    package let message: String

    package var isFull: Bool {
        code & 0xFF == SQLITE_FULL || systemCode == ENOSPC || systemCode == EDQUOT
    }

    package var isCorruption: Bool { code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB }
    package var description: String { "\(message) (SQLite \(code))" }
}

/// A connection to an SQLite file, closed when its owner is released.
@safe package final class Database {
    private static let allocatesAsNeeded = csqlite_allocate_pages_as_needed() == SQLITE_OK

    fileprivate let connection: OpaquePointer

    /// Opens a file, or creates an empty one.
    ///
    /// Closing does not move the write-ahead log into the file until ``checkpointsOnClose()``, so that a
    /// database which turns out to be unusable is left as it was.
    package init(path: String) throws(DatabaseError) {
        unsafe connection = try Self.open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        unsafe csqlite_set_checkpoint_on_close(connection, 0)
        unsafe csqlite_set_defensive(connection)
    }

    /// Opens another program's file for reading, without trusting its schema.
    ///
    /// A statement that takes more steps than `steps` fails, and so does one with a value of more than `bytes`.
    package init(foreign path: String, steps: CInt, bytes: CInt) throws(DatabaseError) {
        unsafe connection = try Self.open(path, SQLITE_OPEN_READONLY)
        unsafe csqlite_set_defensive(connection)
        unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, bytes)
        unsafe sqlite3_progress_handler(connection, steps, { _ in 1 }, nil)
        try execute("PRAGMA trusted_schema = OFF")
    }

    private static func open(_ path: String, _ mode: CInt) throws(DatabaseError) -> OpaquePointer {
        _ = allocatesAsNeeded
        var opened: OpaquePointer?
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let connection = unsafe opened else {
            throw DatabaseError(code: SQLITE_NOMEM, systemCode: ENOMEM, message: "out of memory")
        }
        guard code == SQLITE_OK else {
            let error = unsafe DatabaseError(connection, code: code)
            unsafe sqlite3_close_v2(connection)
            throw error
        }
        return unsafe connection
    }

    /// Statements may outlive this: the connection closes with the last of them.
    deinit { unsafe sqlite3_close_v2(connection) }

    /// Makes closing move the write-ahead log into the file.
    package func checkpointsOnClose() { unsafe csqlite_set_checkpoint_on_close(connection, 1) }

    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

    /// Runs statements and ignores their results.
    package func execute(_ sql: String) throws(DatabaseError) {
        let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe DatabaseError(connection, code: code) }
    }

    /// Runs `body` as one transaction, which takes effect as a whole or not at all.
    package func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError)
        -> Result
    {
        do {
            try execute("BEGIN IMMEDIATE")
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // After some failures SQLite has rolled back itself.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Moves the whole write-ahead log into the file and empties it.
    ///
    /// Afterwards the file alone holds the database, durably, and nothing is left of transactions that failed or were
    /// overwritten.
    package func checkpoint() throws(DatabaseError) {
        let isBusy = try integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0
        if isBusy {
            throw DatabaseError(code: SQLITE_BUSY, systemCode: 0, message: "another program is reading it")
        }
    }

    package func rows(_ sql: String, _ values: [BoundValue] = []) throws(DatabaseError) -> [[DatabaseValue]] {
        try Statement(self, sql).rows(values)
    }

    /// Returns the only number of a query such as `PRAGMA user_version`.
    package func integer(_ sql: String) throws(DatabaseError) -> Int64? {
        guard case .integer(let number)? = try rows(sql).first?.first else { return nil }
        return number
    }
}

package enum DatabaseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
}

/// A value for a statement; its types let no place through unless it is sealed.
package struct BoundValue {
    package static let null = BoundValue(storedKey: .null)

    package let databaseValue: DatabaseValue

    package init(_ sealed: SealedBytes) { databaseValue = .blob(sealed.bytes) }
    package init(_ word: StaticString) { databaseValue = .text("\(word)") }
    package init(_ number: Int64) { databaseValue = .integer(number) }

    // SQLite's integers are signed. A number that no row can have reads back as damage.
    package init(_ number: UInt64) { databaseValue = .integer(Int64(bitPattern: number)) }

    /// Creates a value for finding a row by what was stored with it.
    package init(storedKey value: DatabaseValue) { databaseValue = value }
}

/// A statement compiled once for any number of runs.
@safe package final class Statement {
    private let statement: OpaquePointer
    private let database: Database

    package init(_ database: Database, _ sql: String) throws(DatabaseError) {
        var compiled: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(database.connection, sql, -1, &compiled, nil)
        guard code == SQLITE_OK, let statement = unsafe compiled else {
            throw unsafe DatabaseError(database.connection, code: code)
        }
        unsafe self.statement = statement
        self.database = database
    }

    deinit { unsafe sqlite3_finalize(statement) }

    /// Runs the statement with `values` in place of its question marks.
    package func run(_ values: [BoundValue]) throws(DatabaseError) {
        _ = try rows(values)
    }

    /// Runs the statement with `values` in place of its question marks and returns the rows.
    package func rows(_ values: [BoundValue] = []) throws(DatabaseError) -> [[DatabaseValue]] {
        var rows: [[DatabaseValue]] = []
        try forEachRow(values) { rows.append($0) }
        return rows
    }

    /// Runs the statement with `values` in place of its question marks and calls `body` with each row.
    package func forEachRow(
        _ values: [BoundValue] = [],
        _ body: ([DatabaseValue]) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        // A failed step has already thrown; resetting returns the same code again.
        defer { unsafe _ = sqlite3_reset(statement) }
        for (offset, value) in values.enumerated() { try bind(value.databaseValue, at: CInt(offset + 1)) }
        let columns = unsafe 0..<sqlite3_column_count(statement)
        while true {
            let code = unsafe sqlite3_step(statement)
            switch code {
            case SQLITE_ROW: try body(columns.map { column($0) })
            case SQLITE_DONE: return
            default: throw unsafe DatabaseError(database.connection, code: code)
            }
        }
    }

    private func bind(_ value: DatabaseValue, at index: CInt) throws(DatabaseError) {
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(statement, index)
            case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
            case .text(let text):
                unsafe csqlite_bind_text(statement, index, text, CInt(text.utf8.count))
            case .blob(let bytes):
                unsafe csqlite_bind_blob(statement, index, bytes, CInt(bytes.count))
            }
        guard code == SQLITE_OK else { throw unsafe DatabaseError(database.connection, code: code) }
    }

    private func column(_ index: CInt) -> DatabaseValue {
        let count = unsafe Int(sqlite3_column_bytes(statement, index))
        switch unsafe sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, index))
        case SQLITE_TEXT:
            let bytes = unsafe UnsafeBufferPointer(start: sqlite3_column_text(statement, index), count: count)
            return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = unsafe UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, index),
                count: count
            )
            return .blob(unsafe Array(bytes))
        default: return .null
        }
    }
}

extension DatabaseError {
    /// Creates the error of damage that SQLite does not see.
    package init(damage: String) { self.init(code: SQLITE_CORRUPT, systemCode: 0, message: damage) }

    fileprivate init(_ connection: OpaquePointer, code: CInt) {
        self.code = code
        systemCode = unsafe sqlite3_system_errno(connection)
        message = unsafe String(cString: sqlite3_errmsg(connection))
    }
}
