import LocationModel
import WaymarkEngine

/// The statements that write changes, compiled once.
final class CommitStatements {
    let begin: Statement
    let commit: Statement
    let rollback: Statement

    /// The key of what is sealed from now on.
    var key: SealingKey

    private let grant: Statement
    private let serviceOff: Statement
    private let serviceOn: Statement
    private let manifest: Statement
    private let removeManifest: Statement
    private let access: Statement
    private let removeAccesses: Statement
    private let kind: Statement
    private let widget: Statement
    private let counter: Statement
    private let timeline: Statement
    private let pendingReload: Statement
    private let place: Statement
    private let removeWidget: Statement
    private let removeTimeline: Statement
    private let removePendingReload: Statement
    private let standingView: Statement
    private let removeStandingView: Statement

    init(_ database: Database, key: SealingKey) throws(DatabaseError) {
        self.key = key
        begin = try Statement(database, "BEGIN IMMEDIATE")
        commit = try Statement(database, "COMMIT")
        rollback = try Statement(database, "ROLLBACK")
        grant = try Statement(
            database,
            """
            REPLACE INTO grants
            (uid, app, status, widgets, accuracy, is_provisional, always_was_asked, always_confirmed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        serviceOff = try Statement(database, "REPLACE INTO services_off (uid) VALUES (?)")
        serviceOn = try Statement(database, "DELETE FROM services_off WHERE uid = ?")
        manifest = try Statement(database, "REPLACE INTO manifests (uid, app, content) VALUES (?, ?, ?)")
        removeManifest = try Statement(database, "DELETE FROM manifests WHERE uid = ? AND app = ?")
        access = try Statement(database, "REPLACE INTO accesses (uid, number, sealed) VALUES (?, ?, ?)")
        removeAccesses = try Statement(database, "DELETE FROM accesses WHERE uid = ? AND number <= ?")
        kind = try Statement(
            database,
            "REPLACE INTO kinds (uid, app, kind, wants_location) VALUES (?, ?, ?, ?)"
        )
        widget = try Statement(database, "REPLACE INTO widgets (number, uid, app, kind) VALUES (?, ?, ?, ?)")
        counter = try Statement(
            database,
            """
            INSERT INTO counters (name, value) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET value = max(value, excluded.value)
            """
        )
        timeline = try Statement(database, "REPLACE INTO timelines (number, sealed) VALUES (?, ?)")
        pendingReload = try Statement(database, "REPLACE INTO pending_reloads (number, reason) VALUES (?, ?)")
        place = try Statement(database, "REPLACE INTO places (name, sealed) VALUES (?, ?)")
        removeWidget = try Statement(database, "DELETE FROM widgets WHERE number = ?")
        removeTimeline = try Statement(database, "DELETE FROM timelines WHERE number = ?")
        removePendingReload = try Statement(database, "DELETE FROM pending_reloads WHERE number = ?")
        standingView = try Statement(database, "REPLACE INTO standing_views (number) VALUES (?)")
        removeStandingView = try Statement(database, "DELETE FROM standing_views WHERE number = ?")
    }

    /// Writes one change, as ``SavedState/apply(_:)`` makes it in memory.
    func write(_ change: StateChange) throws(DatabaseError) {
        switch change {
        case .grant(let app, let decision):
            try grant.run(
                .integer(Int64(app.user.rawValue)),
                .text(app.app.rawValue),
                .text(decision.status.rawValue),
                .text(decision.widgets.rawValue),
                decision.accuracy.map { .text($0.rawValue) } ?? .null,
                .integer(decision.isProvisional ? 1 : 0),
                .integer(decision.alwaysWasAsked ? 1 : 0),
                decision.alwaysConfirmedAt.map { .integer($0.nanosecondsSince1970) } ?? .null
            )
        case .services(let isOn, let user):
            let user = user.map { Int64($0.rawValue) } ?? Row.everybody
            try isOn ? serviceOn.run(.integer(user)) : serviceOff.run(.integer(user))
        case .manifest(let app, let text):
            let user = DatabaseValue.integer(Int64(app.user.rawValue))
            let name = DatabaseValue.text(app.app.rawValue)
            if let text {
                try manifest.run(user, name, .text(text))
            } else {
                try removeManifest.run(user, name)
            }
        case .accessed(let record, let number):
            let user = record.app.user
            let sealed = key.seal(record.sealedForm, at: .access(number, of: user))
            let row = Int64(bitPattern: number)
            try access.run(.integer(Int64(user.rawValue)), .integer(row), .blob(sealed))
            try removeAccesses.run(
                .integer(Int64(user.rawValue)),
                .integer(row - Int64(AccessLog.capacity))
            )
        case .kind(let key, let declaration):
            try kind.run(
                .integer(Int64(key.app.user.rawValue)),
                .text(key.app.app.rawValue),
                .text(key.kind.rawValue),
                .integer(declaration.wantsLocation ? 1 : 0)
            )
        case .widgetPlaced(let identifier, let kind):
            try widget.run(
                identifier.databaseValue,
                .integer(Int64(kind.app.user.rawValue)),
                .text(kind.app.app.rawValue),
                .text(kind.kind.rawValue)
            )
            try counter.run(
                .text(Row.nextWidgetNumber),
                WidgetIdentifier(identifier.rawValue + 1).databaseValue
            )
        case .widgetRemoved(let identifier):
            try removeWidget.run(identifier.databaseValue)
            try removeTimeline.run(identifier.databaseValue)
            try removePendingReload.run(identifier.databaseValue)
            try removeStandingView.run(identifier.databaseValue)
        case .timeline(let identifier, let content):
            let sealed = key.seal(content.sealedForm, at: .timeline(of: identifier))
            try timeline.run(identifier.databaseValue, .blob(sealed))
        case .pendingReload(let identifier, let reason):
            if let reason {
                try pendingReload.run(identifier.databaseValue, .text(reason.rawValue))
            } else {
                try removePendingReload.run(identifier.databaseValue)
            }
        case .standingView(let identifier, let stands):
            if stands {
                try standingView.run(identifier.databaseValue)
            } else {
                try removeStandingView.run(identifier.databaseValue)
            }
        case .lastNotifiedPlace(let notified):
            let sealed = key.seal(notified.sealedForm, at: .lastNotifiedPlace)
            try place.run(.text(Row.lastNotifiedPlace), .blob(sealed))
        }
    }
}

/// The rows that are known by a name.
enum Row {
    static let lastNotifiedPlace = "last_notified"
    static let nextWidgetNumber = "next_widget_number"

    /// Stands for everybody where a user's number would; no user has it.
    static let everybody: Int64 = -1
}

extension SealedPlace {
    static let keyCheck = SealedPlace(table: "key_check", column: "sealed", row: "1")
    static let lastNotifiedPlace = SealedPlace(table: "places", column: "sealed", row: Row.lastNotifiedPlace)

    static func access(_ number: UInt64, of user: UserIdentifier) -> SealedPlace {
        SealedPlace(table: "accesses", column: "sealed", row: "\(user.rawValue)/\(number)")
    }

    static func timeline(of widget: WidgetIdentifier) -> SealedPlace {
        SealedPlace(table: "timelines", column: "sealed", row: String(widget.rawValue))
    }
}

extension WidgetIdentifier {
    /// SQLite's integers are signed; what no widget ever gets as its number reads back as damage.
    var databaseValue: DatabaseValue { .integer(Int64(bitPattern: rawValue)) }

    init?(_ value: DatabaseValue) {
        guard let number = value.integer.flatMap(UInt64.init(exactly:)) else { return nil }
        self.init(number)
    }
}
