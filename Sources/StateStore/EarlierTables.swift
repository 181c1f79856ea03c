import LocationModel
import Regions
import SealedDatabase
import WaymarkEngine

/// The tables of version 2, one for each kind of value, from which their changes are read once.
///
/// Each build of that version had all tables of the builds before it.
struct EarlierTable: Sendable {
    static let version: Int64 = 2

    let name: String

    /// The columns that are read, those of the key first; the last is `sealed` or not.
    let columns: String

    /// Another table from which columns are read, and the columns that join them.
    var joined = ""
    var keyLength = 1
    let changes: @Sendable (inout FormReader) throws(InvalidRow) -> [StateChange]

    static let keyCheckPlace = SealedPlace(table: "key_check", column: "sealed", row: "1")

    /// Moves the rows of all tables into the table of this version, within a transaction, and drops the tables.
    ///
    /// - Returns: Warnings with the number of unreadable rows of each table, which are left out.
    static func move(
        in database: Database,
        sealedWith key: SealingKey,
        to newKey: SealingKey
    ) throws(DatabaseError) -> [String] {
        let names = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").compactMap(
            \.first?.text
        )
        try database.execute(Schema.creation)
        let writer = try StateWriter(database, key: newKey)
        var warnings: [String] = []
        for table in all where names.contains(table.name) {
            let count = try table.move(in: database, sealedWith: key, to: writer)
            if count > 0 { warnings.append(unreadableRows(count, of: table.name)) }
        }
        try writer.put(KeyCheck(), at: OnlyRow(), as: Rows.keyCheck)
        for name in all.map(\.name) + ["key_check"] { try database.execute("DROP TABLE IF EXISTS \(name)") }
        return warnings
    }

    private func move(
        in database: Database,
        sealedWith key: SealingKey,
        to writer: StateWriter
    ) throws(DatabaseError) -> Int {
        var invalid = 0
        // In the order of the keys, in which accesses have been numbered.
        let order = (1...keyLength).map { "\($0)" }.joined(separator: ", ")
        let query = "SELECT \(columns) FROM \(name) \(joined) ORDER BY \(order)"
        try Statement(database, query).forEachRow { (values) throws(DatabaseError) in
            let changes: [StateChange]
            do throws(InvalidRow) {
                var row = try form(of: values, key)
                changes = try self.changes(&row)
                try row.end()
            } catch {
                invalid += 1
                return
            }
            try writer.write(changes)
        }
        return invalid
    }

    /// Returns the columns of a row as one form, with the content of the seal last.
    private func form(of values: [DatabaseValue], _ key: SealingKey) throws(InvalidRow) -> FormReader {
        var bytes: [UInt8] = []
        for value in values {
            switch value {
            case .integer(let number): bytes.append(UInt64(bitPattern: number))
            case .text(let text): bytes.append(text)
            case .blob(let sealed):
                let names = values[..<keyLength].map { value in
                    value.integer.map { String(UInt64(bitPattern: $0)) } ?? value.text ?? ""
                }
                let row = names.joined(separator: "/")
                bytes += try key.open(sealed, at: SealedPlace(table: name, column: "sealed", row: row))
                    .valid()
            case .null: throw InvalidRow()
            }
        }
        return FormReader(bytes)
    }

    private static let all: [EarlierTable] = [
        // First, because it counts as the removal of the last widget that was removed.
        EarlierTable(name: "counters", columns: "value - 1") { row throws(InvalidRow) in
            [.widgetRemoved(try row.widget())]
        },
        EarlierTable(
            name: "grants",
            columns: """
                uid, app, status, widgets, ifnull(accuracy, ''), is_provisional, always_was_asked,
                ifnull(always_confirmed_at, 0)
                """
        ) {
            row throws(InvalidRow) in
            let app = try row.app()
            var grant = Grant(status: try row.word(), widgets: try row.word())
            let accuracy = try row.text()
            grant.accuracy = try accuracy.isEmpty ? nil : AccuracyAuthorization(rawValue: accuracy).valid()
            (grant.isProvisional, grant.alwaysWasAsked) = (try row.truth(), try row.truth())
            let confirmedAt = try row.instant()
            grant.alwaysConfirmedAt = confirmedAt.nanosecondsSince1970 == 0 ? nil : confirmedAt
            return [.grant(app, grant)]
        },
        EarlierTable(name: "services_off", columns: "uid") { row throws(InvalidRow) in
            let number = Int64(bitPattern: try row.number())
            let user = try number == -1 ? nil : UserIdentifier(UInt32(exactly: number).valid())
            return [.services(isOn: false, user: user)]
        },
        EarlierTable(name: "manifests", columns: "uid, app, content") { row throws(InvalidRow) in
            [.manifest(try row.app(), text: try row.text())]
        },
        EarlierTable(name: "accesses", columns: "uid, number, sealed", keyLength: 2) {
            row throws(InvalidRow) in
            let (user, last) = (try row.user(), try row.rowNumber())
            let records = try row.accesses(of: user)
            return records.enumerated().map { offset, record in
                .accessed(record, number: last + UInt64(offset + 1) - UInt64(records.count))
            }
        },
        EarlierTable(name: "kinds", columns: "uid, app, kind, wants_location") { row throws(InvalidRow) in
            [.kind(try row.kind(), KindDeclaration(wantsLocation: try row.truth()))]
        },
        EarlierTable(
            name: "placeholders",
            columns: "uid, app, kind, wants_location, sealed",
            joined: "JOIN kinds USING (uid, app, kind)",
            keyLength: 3
        ) {
            row throws(InvalidRow) in
            [.kind(try row.kind(), try row.declaration())]
        },
        EarlierTable(name: "widgets", columns: "number, uid, app, kind") { row throws(InvalidRow) in
            [.widgetPlaced(try row.widget(), try row.kind())]
        },
        EarlierTable(
            name: "host_keys",
            columns: "number, uid, app, kind, key",
            joined: "JOIN widgets USING (number)"
        ) {
            row throws(InvalidRow) in
            [.widgetPlaced(try row.widget(), try row.kind(), key: try row.name())]
        },
        EarlierTable(name: "widget_setups", columns: "number, sealed") { row throws(InvalidRow) in
            [.widgetSetup(try row.widget(), try row.setup())]
        },
        EarlierTable(name: "timelines", columns: "number, sealed") { row throws(InvalidRow) in
            [.timeline(try row.widget(), try row.timeline())]
        },
        EarlierTable(name: "pending_reloads", columns: "number, reason") { row throws(InvalidRow) in
            [.pendingReload(try row.widget(), try row.word())]
        },
        EarlierTable(name: "standing_views", columns: "number") { row throws(InvalidRow) in
            [.standingView(try row.widget(), true)]
        },
        EarlierTable(name: "reload_budgets", columns: "number, sealed") { row throws(InvalidRow) in
            [.reloadBudget(try row.widget(), try row.budget())]
        },
        EarlierTable(name: "waking_hours", columns: "uid, sealed") { row throws(InvalidRow) in
            [.wakingHours(try row.user(), try row.wakingHours())]
        },
        EarlierTable(name: "tickets", columns: "number, sealed") { row throws(InvalidRow) in
            [.ticket(TicketIdentifier(try row.rowNumber()), try row.ticket())]
        },
        EarlierTable(name: "places", columns: "name, sealed") { row throws(InvalidRow) in
            _ = try row.text()
            return [.lastNotifiedPlace(try row.notifiedPlace())]
        },
        EarlierTable(name: "stated_places", columns: "name, sealed") { row throws(InvalidRow) in
            _ = try row.text()
            return [.statedPlace(try row.statedPlace())]
        },
        EarlierTable(name: "monitoring", columns: "uid, app, service") { row throws(InvalidRow) in
            [.monitoring(try row.app(), try row.word(), isOn: true)]
        },
        EarlierTable(name: "monitor_events", columns: "uid, app, kind, sealed", keyLength: 3) {
            row throws(InvalidRow) in
            let (app, kind): (AppKey, MonitorEventKind) = (try row.app(), try row.word())
            return [.monitorEvent(app, kind, try row.monitorEvent(kind))]
        },
        EarlierTable(name: "told_places", columns: "uid, app, sealed", keyLength: 2) {
            row throws(InvalidRow) in
            [.toldPlace(try row.app(), try row.notifiedPlace())]
        },
        EarlierTable(name: "stays", columns: "name, sealed") { row throws(InvalidRow) in
            _ = try row.text()
            return [.stay(try row.stay())]
        },
        EarlierTable(name: "regions", columns: "number, sealed") { row throws(InvalidRow) in
            [.region(RegionNumber(try row.rowNumber()), try row.region())]
        },
    ]
}

// The contents of the seals of version 2 of the tables. New values were added at the end of a form, so a form
// may end before each of them.
extension FormReader {
    private mutating func coordinate() throws(InvalidRow) -> Coordinate {
        try Coordinate(latitudeDegrees: quantity(), longitudeDegrees: quantity()).valid()
    }

    /// Reads a radius; NaN stands for an unknown one.
    private mutating func radius() throws(InvalidRow) -> Double? {
        let radius = try quantity()
        guard !radius.isNaN else { return nil }
        guard radius.isFinite, radius >= 0 else { throw InvalidRow() }
        return radius
    }

    mutating func user() throws(InvalidRow) -> UserIdentifier {
        UserIdentifier(try UInt32(exactly: number()).valid())
    }

    mutating func app() throws(InvalidRow) -> AppKey { AppKey(user: try user(), app: try name()) }
    mutating func kind() throws(InvalidRow) -> KindKey { KindKey(app: try app(), kind: try name()) }
    mutating func widget() throws(InvalidRow) -> WidgetIdentifier { WidgetIdentifier(try rowNumber()) }

    /// Reads the number of a row; one too great for further numbers is damage.
    mutating func rowNumber() throws(InvalidRow) -> UInt64 {
        let number = try number()
        guard number < 1 << 62 else { throw InvalidRow() }
        return number
    }

    mutating func name<Name: PlainName>() throws(InvalidRow) -> Name { try Name(text()).valid() }

    mutating func word<Word: RawRepresentable<String>>() throws(InvalidRow) -> Word {
        try Word(rawValue: text()).valid()
    }

    mutating func notifiedPlace() throws(InvalidRow) -> NotifiedPlace {
        var place = NotifiedPlace(coordinate: try coordinate(), notifiedAt: try instant(), number: 0)
        if !isAtEnd { place.horizontal95Meters = try radius() }
        if !isAtEnd { place.number = try number() }
        if !isAtEnd { place.horizontal68Meters = try radius() }
        return place
    }

    mutating func statedPlace() throws(InvalidRow) -> StatedPlace {
        var place = StatedPlace(
            coordinate: try coordinate(),
            accuracyMeters: try quantity(),
            origin: .command
        )
        if !isAtEnd { place.altitudeMeters = try quantity() }
        guard place.accuracyMeters > 0, place.accuracyMeters <= StatedPlace.largestAccuracyMeters,
            place.altitudeMeters?.isFinite ?? true
        else { throw InvalidRow() }
        return place
    }

    mutating func timeline() throws(InvalidRow) -> DeliveredTimeline {
        let deliveredAt = try instant()
        // Whether the location was known, with twice the number of the change.
        let circumstances = try number()
        let kind = try number()
        // 4 is added where relevances follow.
        let hasRelevance = kind & 4 != 0
        let policy: ReloadPolicy
        switch kind & ~4 {
        case 0: policy = .atEnd
        case 1: policy = .after(try instant())
        case 2: policy = .never
        default: throw InvalidRow()
        }
        var inherited: CurrentRelevance?
        if hasRelevance {
            let (score, until) = (try quantity(), try instant())
            let isUnending = until.nanosecondsSince1970 == .max
            inherited = score.isNaN ? nil : CurrentRelevance(score: score, until: isUnending ? nil : until)
        }
        var entries: [TimelineEntry] = []
        while !isAtEnd {
            let (date, content) = (try instant(), try text())
            var relevance: Relevance?
            if hasRelevance {
                let (score, duration) = (try quantity(), Int64(bitPattern: try number()))
                relevance = score.isNaN ? nil : Relevance(score: score, duration: .nanoseconds(duration))
            }
            entries.append(TimelineEntry(date: date, content: content, relevance: relevance))
        }
        return DeliveredTimeline(
            timeline: try (try? Timeline(entries: entries, policy: policy)).valid(),
            deliveredAt: deliveredAt,
            knewLocation: circumstances & 1 == 1,
            change: circumstances >> 1,
            inheritedRelevance: inherited
        )
    }

    /// Reads whether the kind wants the location, from a column of its own, and the rest.
    mutating func declaration() throws(InvalidRow) -> KindDeclaration {
        var declaration = KindDeclaration(wantsLocation: try truth())
        // An empty text is absent.
        func known(_ text: String) -> String? { text.isEmpty ? nil : text }
        declaration.placeholder = known(try text())
        guard !isAtEnd else { return declaration }
        declaration.name = known(try text())
        declaration.summary = known(try text())
        declaration.families = try text().split(separator: " ").compactMap {
            WidgetFamily(rawValue: String($0))
        }
        return declaration
    }

    mutating func setup() throws(InvalidRow) -> WidgetSetup {
        let family: WidgetFamily = try word()
        var values: [String: ConfigurationValue] = [:]
        while !isAtEnd {
            let name = try text()
            switch try number() {
            case 0: values[name] = .boolean(try truth())
            case 1: values[name] = .integer(Int(Int64(bitPattern: try number())))
            case 2: values[name] = .number(try quantity())
            case 3: values[name] = .text(try text())
            default: throw InvalidRow()
            }
        }
        return WidgetSetup(family: family, configuration: ConfigurationValues(values))
    }

    mutating func budget() throws(InvalidRow) -> ReloadBudget {
        let seen = Float(bitPattern: try UInt32(exactly: number()).valid())
        let hour = Int64(bitPattern: try number())
        let saved = Float(bitPattern: try UInt32(exactly: number()).valid())
        let (refilledAt, isWarned, counts) = (try instant(), try truth(), try number())
        var uses = ReloadBudget.Uses()
        uses.scheduled = UInt8(truncatingIfNeeded: counts)
        uses.requested = UInt8(truncatingIfNeeded: counts >> 8)
        uses.pushed = UInt8(truncatingIfNeeded: counts >> 16)
        uses.unchanged = UInt8(truncatingIfNeeded: counts >> 24)
        return try ReloadBudget(
            seenHours: seen,
            latestHour: hour,
            saved: saved,
            refilledAt: refilledAt,
            uses: uses,
            isWarned: isWarned
        ).valid()
    }

    mutating func wakingHours() throws(InvalidRow) -> WakingHours {
        let hour = Int64(bitPattern: try number())
        var shares: [Double] = []
        while !isAtEnd { shares.append(try quantity()) }
        return try WakingHours(shares: shares, latestHour: hour).valid()
    }

    mutating func ticket() throws(InvalidRow) -> ReloadTicket {
        var ticket = ReloadTicket(
            widget: WidgetIdentifier(try number()),
            kind: try kind(),
            reason: try word(),
            askedAt: try instant()
        )
        ticket.failures = try UInt32(exactly: number()).valid()
        switch try number() {
        case 0: break
        case 1: ticket.end = .done(RequestIdentifier(try number()), at: try instant())
        case 2: ticket.end = .removed(at: try instant())
        default: throw InvalidRow()
        }
        return ticket
    }

    /// Reads one access, or several after their number, each after its length.
    mutating func accesses(of user: UserIdentifier) throws(InvalidRow) -> [AccessRecord] {
        var several = self
        let count = try several.number()
        // One alone begins with its date in nanoseconds, which is more than any count.
        guard count <= 64 else { return [try access(of: user)] }
        var records: [AccessRecord] = []
        for _ in 0..<count {
            var form = FormReader(Array(try several.part()))
            records.append(try form.access(of: user))
            try form.end()
        }
        self = several
        return records
    }

    private mutating func access(of user: UserIdentifier) throws(InvalidRow) -> AccessRecord {
        let date = try instant()
        let app = AppKey(user: user, app: try name())
        // The first build wrote another word when an app with the always authorization got a location by a
        // pending reload.
        let ground = try text()
        var record = AccessRecord(
            app: app,
            consumer: nil,
            date: date,
            ground: try Ground(rawValue: ground == "alwaysNow" ? Ground.always.rawValue : ground).valid(),
            wasTemporary: false,
            accuracy: try word(),
            horizontal68Meters: nil
        )
        record.wasTemporary = try truth()
        let widget = try number()
        record.horizontal68Meters = try radius()
        record.consumer = try widget != 0 ? .widget(WidgetIdentifier(widget)) : otherConsumer(app)
        return record
    }

    /// Reads the number of a request, that of a stream after a zero, or the text `monitor`; a widget has none of them.
    private mutating func otherConsumer(_ app: AppKey) throws(InvalidRow) -> Consumer? {
        guard !isAtEnd else { return nil }
        var word = self
        if (try? word.text()) == "monitor", word.isAtEnd {
            self = word
            return .monitor(app)
        }
        let request = try number()
        if request != 0 { return .request(LocationRequestIdentifier(request)) }
        return .follower(SessionIdentifier(try number()))
    }

    mutating func stay() throws(InvalidRow) -> SavedStay {
        SavedStay(
            center: try coordinate(),
            horizontal68Meters: try radius().valid(),
            firstPresence: try instant(),
            lastPresence: try instant(),
            arrivalIsKnown: try truth(),
            isVisit: try truth()
        )
    }

    mutating func monitorEvent(_ kind: MonitorEventKind) throws(InvalidRow) -> MonitorEvent {
        let identifier = MonitorEventIdentifier(try number())
        let (date, ground, isHeld): (UTCInstant, Ground, Bool) = (try instant(), try word(), try truth())
        let (coordinate, radius) = (try coordinate(), try radius())
        let content: MonitorEvent.Content
        switch kind {
        case .significantChange:
            let radius95 = try self.radius()
            content = .significantChange(
                MonitoredPlace(
                    coordinate: coordinate,
                    horizontal68Meters: radius,
                    horizontal95Meters: radius95,
                    date: try instant()
                )
            )
        case .arrival, .departure:
            let (arrival, departure) = (try optionalInstant(), try optionalInstant())
            let visit = Visit(
                center: coordinate,
                horizontal68Meters: try radius.valid(),
                arrival: arrival,
                departure: departure
            )
            content = kind == .arrival ? .arrival(visit) : .departure(visit)
        // A region keeps its event itself.
        case .region: throw InvalidRow()
        }
        return MonitorEvent(content, identifier: identifier, date: date, ground: ground, isHeld: isHeld)
    }

    private mutating func optionalInstant() throws(InvalidRow) -> UTCInstant? {
        let (isKnown, instant) = (try truth(), try instant())
        return isKnown ? instant : nil
    }

    mutating func region() throws(InvalidRow) -> SavedRegion {
        let app = try app()
        let name = RegionName(
            app: app,
            monitor: try MonitorName(text()).valid(),
            identifier: try RegionIdentifier(text()).valid()
        )
        let (isInside, toldInside) = (try number(), try number())
        let (event, lastEvent) = (try regionEvent(), try regionEvent())
        let condition: RegionCondition
        switch try number() {
        case 0:
            let circle = CircleShape(center: try coordinate(), radiusMeters: try quantity())
            condition = .area(.circle(try circle.valid()))
        case 1: condition = .area(.polygons(try PolygonShape(polygons: polygons()).valid()))
        case 2: condition = .beacons(try beacons())
        default: throw InvalidRow()
        }
        guard max(isInside, toldInside) <= 2 else { throw InvalidRow() }
        var region = SavedRegion(name, condition)
        region.isInside = isInside == 2 ? nil : isInside == 1
        region.toldInside = toldInside == 2 ? nil : toldInside == 1
        (region.event, region.lastEvent) = (event, lastEvent)
        return region
    }

    private mutating func regionEvent() throws(InvalidRow) -> MonitorEvent? {
        let identifier = try number()
        guard identifier > 0 else { return nil }
        let (date, ground, isHeld) = (try instant(), try word() as Ground, try truth())
        return MonitorEvent(
            .region(isInside: try truth()),
            identifier: MonitorEventIdentifier(identifier),
            date: date,
            ground: ground,
            isHeld: isHeld
        )
    }

    private mutating func polygons() throws(InvalidRow) -> [[[Coordinate]]] {
        var polygons: [[[Coordinate]]] = []
        while !isAtEnd {
            var rings: [[Coordinate]] = []
            for _ in 0..<(try number()) {
                var ring: [Coordinate] = []
                for _ in 0..<(try number()) { ring.append(try coordinate()) }
                rings.append(ring)
            }
            polygons.append(rings)
        }
        return polygons
    }

    private mutating func beacons() throws(InvalidRow) -> BeaconCondition {
        let uuid = BeaconUUID(halves: try number(), try number())
        // 2^16 stands for any number.
        let (major, minor) = (try number(), try number())
        switch (UInt16(exactly: major), UInt16(exactly: minor)) {
        case (let major?, let minor?): return BeaconCondition(uuid: uuid, major: major, minor: minor)
        case (let major?, nil) where minor == 1 << 16: return BeaconCondition(uuid: uuid, major: major)
        case (nil, nil) where major == 1 << 16 && minor == 1 << 16: return BeaconCondition(uuid: uuid)
        default: throw InvalidRow()
        }
    }
}
