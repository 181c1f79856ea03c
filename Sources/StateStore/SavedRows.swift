import LocationModel
import WaymarkEngine

/// The tables as they are read, and what of them made no sense.
struct SavedRows {
    private var unreadable: [(table: String, count: Int)] = []

    var warnings: [StateStoreWarning] {
        unreadable.map { .unreadableRows(table: $0.table, count: $0.count) }
    }

    /// Reads everything; a row that makes no sense is left out, which for a grant is the safe side.
    mutating func read(from database: Database, key: SealingKey) throws(DatabaseError) -> SavedState {
        var state = SavedState()
        let grantColumns = "status, widgets, accuracy, is_provisional, always_was_asked, always_confirmed_at"
        try each("grants", "uid, app, \(grantColumns)", in: database) { row in
            guard let app = AppKey(row[0], row[1]), let grant = Grant(row[2...]) else { return false }
            state.grants[app] = grant
            return true
        }
        try each("services_off", "uid", in: database) { row in
            if row[0].integer == Row.everybody {
                state.services.isOffForEverybody = true
                return true
            }
            guard let user = UserIdentifier(row[0]) else { return false }
            state.services.usersOff.insert(user)
            return true
        }
        try each("manifests", "uid, app, content", in: database) { row in
            guard let app = AppKey(row[0], row[1]), let text = row[2].text else { return false }
            state.manifestTexts[app] = text
            return true
        }
        var accesses: [UserIdentifier: [(number: UInt64, record: AccessRecord)]] = [:]
        try each("accesses", "uid, number, sealed", in: database) { row in
            guard let user = UserIdentifier(row[0]),
                let number = row[1].integer.flatMap(UInt64.init(exactly:)),
                let sealed = row[2].blob, let form = key.open(sealed, at: .access(number, of: user)),
                let record = AccessRecord(sealedForm: form, of: user)
            else { return false }
            accesses[user, default: []].append((number, record))
            return true
        }
        state.accessLogs = accesses.mapValues { AccessLog(restoring: $0) }
        try each("kinds", "uid, app, kind, wants_location", in: database) { row in
            guard let kind = KindKey(row[0], row[1], row[2]), let wantsLocation = row[3].integer else {
                return false
            }
            state.kinds[kind] = KindDeclaration(wantsLocation: wantsLocation != 0)
            return true
        }
        try each("widgets", "number, uid, app, kind", in: database) { row in
            guard let identifier = WidgetIdentifier(row[0]), let kind = KindKey(row[1], row[2], row[3]) else {
                return false
            }
            state.widgets[identifier] = SavedWidget(kind: kind)
            return true
        }
        try each("timelines", "number, sealed", in: database) { row in
            guard let identifier = WidgetIdentifier(row[0]), let sealed = row[1].blob,
                let form = key.open(sealed, at: .timeline(of: identifier)),
                let timeline = DeliveredTimeline(sealedForm: form)
            else { return false }
            state.widgets[identifier]?.timeline = timeline
            return true
        }
        try each("pending_reloads", "number, reason", in: database) { row in
            guard let identifier = WidgetIdentifier(row[0]),
                let reason = row[1].text.flatMap(ReloadReason.init)
            else { return false }
            state.widgets[identifier]?.pendingReload = reason
            return true
        }
        try each("standing_views", "number", in: database) { row in
            guard let identifier = WidgetIdentifier(row[0]) else { return false }
            state.widgets[identifier]?.isInStandingView = true
            return true
        }
        try each("places", "name, sealed", in: database) { row in
            guard row[0].text == Row.lastNotifiedPlace, let sealed = row[1].blob,
                let form = key.open(sealed, at: .lastNotifiedPlace),
                let place = NotifiedPlace(sealedForm: form)
            else { return false }
            state.lastNotifiedPlace = place
            return true
        }
        try each("counters", "name, value", in: database) { row in
            guard row[0].text == Row.nextWidgetNumber, let number = WidgetIdentifier(row[1]) else {
                return false
            }
            state.nextWidgetNumber = number.rawValue
            return true
        }
        // A widget's number must never come again, even when the counter could not be read.
        let lastNumber = state.widgets.keys.max()?.rawValue ?? 0
        state.nextWidgetNumber = max(state.nextWidgetNumber, lastNumber + 1)
        return state
    }

    private mutating func each(
        _ table: String,
        _ columns: String,
        in database: Database,
        take: ([DatabaseValue]) -> Bool
    ) throws(DatabaseError) {
        let count = try database.rows("SELECT \(columns) FROM \(table)").count { !take($0) }
        if count > 0 { unreadable.append((table: table, count: count)) }
    }
}

extension UserIdentifier {
    fileprivate init?(_ value: DatabaseValue) {
        guard let number = value.integer.flatMap(UInt32.init(exactly:)) else { return nil }
        self.init(number)
    }
}

extension AppKey {
    fileprivate init?(_ user: DatabaseValue, _ app: DatabaseValue) {
        guard let user = UserIdentifier(user), let app = app.text.flatMap({ AppIdentifier($0) }) else {
            return nil
        }
        self.init(user: user, app: app)
    }
}

extension Grant {
    /// Reads the columns after the app; one that makes no sense is no decision at all.
    fileprivate init?(_ row: ArraySlice<DatabaseValue>) {
        let row = Array(row)
        guard let status = row[0].text.flatMap(AuthorizationChoice.init),
            let widgets = row[1].text.flatMap(WidgetGrant.init), let isProvisional = row[3].integer,
            let alwaysWasAsked = row[4].integer
        else { return nil }
        self.init(status: status, widgets: widgets)
        if row[2] != .null {
            guard let accuracy = row[2].text.flatMap(AccuracyAuthorization.init) else { return nil }
            self.accuracy = accuracy
        }
        self.isProvisional = isProvisional != 0
        self.alwaysWasAsked = alwaysWasAsked != 0
        alwaysConfirmedAt = row[5].integer.map { UTCInstant(nanosecondsSince1970: $0) }
    }
}

extension KindKey {
    fileprivate init?(_ user: DatabaseValue, _ app: DatabaseValue, _ kind: DatabaseValue) {
        guard let app = AppKey(user, app), let kind = kind.text.flatMap(WidgetKind.init) else { return nil }
        self.init(app: app, kind: kind)
    }
}
