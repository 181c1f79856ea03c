import LocationModel
import Regions
import WaymarkEngine

/// A key or value of a table that is stored unencrypted.
///
/// All conforming types are in this file, and none reveals where a person is or was; ``SealedContent`` does. A type
/// belongs here only if anybody who finds the disk may read it.
protocol PlainRow: Sendable {}

extension AccessKey: PlainRow {}
extension AppKey: PlainRow {}
extension Grant: PlainRow {}
extension JournalKey: PlainRow {}
extension KindDeclaration: PlainRow {}
extension KindKey: PlainRow {}
extension MonitorEventKey: PlainRow {}
extension MonitoringKey: PlainRow {}

/// A value without columns: only the key counts.
struct Presence: PlainRow {}

/// A value of a single column that is stored unencrypted.
///
/// Few types conform. Quantities and bytes have no plain form; a text has one only as a word of an enumeration, an
/// identifier or a manifest.
protocol PlainColumn: PlainRow {
    /// The type of the column in SQL.
    static var definition: String { get }

    var databaseValue: DatabaseValue { get }

    /// Decodes a stored value; `nil` if it is invalid.
    init?(stored value: DatabaseValue)
}

/// A plain column of texts.
protocol TextColumn: PlainColumn {
    var storedText: String { get }
    init?(storedText: String)
}

extension TextColumn {
    static var definition: String { "TEXT NOT NULL" }
    var databaseValue: DatabaseValue { .text(storedText) }

    init?(stored value: DatabaseValue) {
        guard let text = value.text else { return nil }
        self.init(storedText: text)
    }
}

extension TextColumn where Self: RawRepresentable<String> & CaseIterable {
    var storedText: String { rawValue }
    init?(storedText: String) { self.init(rawValue: storedText) }
}

/// A plain column of numbers.
protocol NumberColumn: PlainColumn {
    var storedNumber: Int64 { get }
    init?(storedNumber: Int64)
}

extension NumberColumn {
    static var definition: String { "INTEGER NOT NULL" }
    var databaseValue: DatabaseValue { .integer(storedNumber) }

    init?(stored value: DatabaseValue) {
        guard let number = value.integer else { return nil }
        self.init(storedNumber: number)
    }
}

extension Optional: PlainRow where Wrapped: PlainRow {}

extension Optional: PlainColumn where Wrapped: PlainColumn {
    static var definition: String { String(Wrapped.definition.dropLast(" NOT NULL".count)) }
    var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

    init?(stored value: DatabaseValue) {
        self = .none
        if value == .null { return }
        guard let wrapped = Wrapped(stored: value) else { return nil }
        self = .some(wrapped)
    }
}

// MARK: Texts

extension AccuracyAuthorization: TextColumn {}
extension AuthorizationChoice: TextColumn {}
extension MonitorEventKind: TextColumn {}
extension MonitoredService: TextColumn {}
extension ReloadReason: TextColumn {}
extension WidgetGrant: TextColumn {}

/// The names of the rows of `counters`.
enum CounterName: String, CaseIterable, TextColumn {
    case nextWidgetNumber = "next_widget_number"
}

/// The names of the rows of `places`.
enum PlaceName: String, CaseIterable, TextColumn {
    case lastNotified = "last_notified"
    case stated
}

/// The names of the rows of `stays`.
enum StayName: String, CaseIterable, TextColumn {
    case present
}

extension AppIdentifier: TextColumn {
    var storedText: String { rawValue }
    init?(storedText: String) { self.init(storedText) }
}

extension HostKey: TextColumn {
    var storedText: String { rawValue }
    init?(storedText: String) { self.init(storedText) }
}

extension WidgetKind: TextColumn {
    var storedText: String { rawValue }
    init?(storedText: String) { self.init(storedText) }
}

/// The text of a manifest, which says what an app is.
struct ManifestText: TextColumn {
    let storedText: String
}

// MARK: Numbers

extension Bool: NumberColumn {
    var storedNumber: Int64 { self ? 1 : 0 }
    init?(storedNumber: Int64) { self = storedNumber != 0 }
}

/// A serial number.
extension UInt64: NumberColumn {
    // SQLite's integers are signed. A number that no row can have reads back as damage.
    var storedNumber: Int64 { Int64(bitPattern: self) }
    init?(storedNumber: Int64) { self.init(exactly: storedNumber) }
}

extension RegionNumber: NumberColumn {
    var storedNumber: Int64 { rawValue.storedNumber }
    init?(storedNumber: Int64) {
        guard let number = UInt64(storedNumber: storedNumber) else { return nil }
        self.init(number)
    }
}

extension TicketIdentifier: NumberColumn {
    var storedNumber: Int64 { rawValue.storedNumber }
    init?(storedNumber: Int64) {
        guard let number = UInt64(storedNumber: storedNumber) else { return nil }
        self.init(number)
    }
}

extension UserIdentifier: NumberColumn {
    var storedNumber: Int64 { Int64(rawValue) }

    init?(storedNumber: Int64) {
        guard let number = UInt32(exactly: storedNumber) else { return nil }
        self.init(number)
    }
}

/// A user or everybody, whose number no user has.
struct UserOrEverybody: NumberColumn {
    let user: UserIdentifier?

    var storedNumber: Int64 { user?.storedNumber ?? -1 }

    init(_ user: UserIdentifier?) { self.user = user }

    init?(storedNumber: Int64) {
        user = UserIdentifier(storedNumber: storedNumber)
        if user == nil, storedNumber != -1 { return nil }
    }
}

extension UTCInstant: NumberColumn {
    var storedNumber: Int64 { nanosecondsSince1970 }
    init?(storedNumber: Int64) { self.init(nanosecondsSince1970: storedNumber) }
}

extension WidgetIdentifier: NumberColumn {
    var storedNumber: Int64 { rawValue.storedNumber }

    init?(storedNumber: Int64) {
        guard let number = UInt64(storedNumber: storedNumber) else { return nil }
        self.init(number)
    }
}
