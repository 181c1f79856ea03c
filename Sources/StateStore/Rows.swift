import LocationModel
import Regions
import SealedDatabase
import Varlink
import WaymarkEngine

// A value that survives a restart needs three things here: its kind of row, the kind's place in `all`, and the case of
// its change in `StateWriter`. Its content is any `Codable` value, which is sealed, or, if it tells nothing about where
// somebody is, a `PlainRow`.

/// The kinds of row, in the order in which they are read.
enum Rows {
    static let grants = RowKind<AppKey, Grant>(plain: "grant") { .grant($0, $1) }

    static let servicesOff = RowKind<UserOrEverybody, KeyOnly>(plain: "servicesOff") { key, _ in
        .services(isOn: false, user: key.user)
    }

    static let grantUses = RowKind<AppKey, GrantUse>(sealed: "grantUse") { .grantUse($0, $1) }

    static let pauses = RowKind<UserIdentifier, LocationPause>(sealed: "pause") { .pause($0, $1) }

    static let manifests = RowKind<AppKey, Single<ManifestText>>(plain: "manifest") {
        .manifest($0, text: $1.value.plainText)
    }

    static let accesses = RowKind<Item<UserIdentifier, AccessNumber>, AccessRow>(
        sealed: "accesses",
        json: { ["value": $0].json },
        restore: { state, key, row in
            state.accessLogs[key.owner, default: AccessLog()].restore(row.records, last: key.name.rawValue)
        }
    )

    static let kinds = RowKind<KindKey, KindDeclaration>(sealed: "kind") { .kind($0, $1) }

    static let widgets = RowKind<WidgetIdentifier, Placement>(plain: "widget") {
        .widgetPlaced($0, $1.kind, key: $1.hostKey)
    }

    // The data of a widget counts only while the widget is placed, so these kinds follow it.

    static let widgetSetups = RowKind<WidgetIdentifier, WidgetSetup>(sealed: "widgetSetup") {
        .widgetSetup($0, $1)
    }

    static let timelines = RowKind<WidgetIdentifier, DeliveredTimeline>(sealed: "timeline") {
        .timeline($0, $1)
    }

    static let pendingReloads = RowKind<WidgetIdentifier, ReloadReason>(sealed: "pendingReload") {
        .pendingReload($0, $1)
    }

    static let standingViews = RowKind<WidgetIdentifier, KeyOnly>(plain: "standingView") { widget, _ in
        .standingView(widget, true)
    }

    static let reloadBudgets = RowKind<WidgetIdentifier, ReloadBudget>(sealed: "reloadBudget") {
        .reloadBudget($0, $1)
    }

    /// The widget with the greatest number that was removed, which no other may get.
    static let removedWidget = RowKind<OnlyRow, Single<WidgetIdentifier>>(
        plain: "removedWidget",
        restore: { state, _, widget in
            state.nextWidgetNumber = max(state.nextWidgetNumber, widget.value.rawValue + 1)
        }
    )

    static let wakingHours = RowKind<UserIdentifier, WakingHours>(sealed: "wakingHours") {
        .wakingHours($0, $1)
    }

    static let tickets = RowKind<TicketIdentifier, ReloadTicket>(sealed: "ticket") { .ticket($0, $1) }

    static let lastNotifiedPlace = RowKind<OnlyRow, NotifiedPlace>(sealed: "lastNotifiedPlace") {
        .lastNotifiedPlace($1)
    }

    static let reducedArea = RowKind<OnlyRow, ReducedArea>(sealed: "reducedArea") { .reducedArea($1) }

    static let statedPlace = RowKind<OnlyRow, StatedPlace>(sealed: "statedPlace") { .statedPlace($1) }

    static let monitoring = RowKind<Item<AppKey, MonitoredService>, KeyOnly>(plain: "monitoring") { key, _ in
        .monitoring(key.owner, key.name, isOn: true)
    }

    static let monitorEvents = RowKind<Item<AppKey, MonitorEventKind>, MonitorEvent>(sealed: "monitorEvent") {
        .monitorEvent($0.owner, $0.name, $1)
    }

    static let lastMonitorEvents = RowKind<AppKey, MonitorEventIdentifier>(sealed: "lastMonitorEvent") {
        .lastMonitorEvent($0, $1)
    }

    static let toldPlaces = RowKind<AppKey, NotifiedPlace>(sealed: "toldPlace") { .toldPlace($0, $1) }

    static let stay = RowKind<OnlyRow, SavedStay>(sealed: "stay") { .stay($1) }

    static let regions = RowKind<RegionNumber, SavedRegion>(sealed: "region") { .region($0, $1) }

    static let anchors = RowKind<AppKey, SavedAnchor>(sealed: "anchor") { .anchor($0, $1) }

    /// The check of the key: the row opens only with the right one.
    static let keyCheck = RowKind<OnlyRow, KeyCheck>(sealed: "keyCheck", restore: { _, _, _ in })

    static let all: [any StoredRows] = [
        grants, grantUses, servicesOff, pauses, manifests, accesses, kinds, widgets, widgetSetups, timelines,
        pendingReloads, standingViews, reloadBudgets, removedWidget, wakingHours, tickets, lastNotifiedPlace,
        reducedArea, statedPlace, monitoring, monitorEvents, lastMonitorEvents, toldPlaces, stay, regions,
        anchors, keyCheck,
    ]
}

final class StateWriter {
    var key: SealingKey

    let database: Database
    private let replacement: Statement
    private let removal: Statement
    private let rangeRemoval: Statement

    /// The greatest number of a widget that was removed, or that any widget had when the state was read.
    var lastWidget: UInt64 = 0

    init(_ database: Database, key: SealingKey) throws(DatabaseError) {
        self.database = database
        self.key = key
        replacement = try Statement(
            database,
            """
            INSERT INTO rows (kind, key, form, plain, sealed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET form = excluded.form, plain = excluded.plain, sealed = excluded.sealed
            """
        )
        removal = try Statement(database, "DELETE FROM rows WHERE kind = ? AND key = ?")
        rangeRemoval = try Statement(database, "DELETE FROM rows WHERE kind = ? AND key BETWEEN ? AND ?")
    }

    func commit(_ changes: [StateChange]) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in try write(changes) }
    }

    func write(_ changes: [StateChange]) throws(DatabaseError) {
        var accesses: [UserIdentifier: [(record: AccessRecord, number: UInt64, capacity: Int)]] = [:]
        for change in changes {
            if case .accessed(let record, let number, let capacity) = change {
                accesses[record.app.user, default: []].append((record, number, capacity))
            } else {
                try write(change)
            }
        }
        for (user, var rest) in accesses {
            guard let (_, newest, capacity) = rest.last else { continue }
            while !rest.isEmpty {
                let part = rest.prefix(AccessRow.limit)
                rest.removeFirst(part.count)
                let key = Item(AccessNumber(part.last?.number ?? newest), of: user)
                try put(AccessRow(records: part.map { $0.record }), at: key, as: Rows.accesses)
            }
            guard newest >= UInt64(capacity) else { continue }
            let old = [0, newest - UInt64(capacity)].map { BoundValue(Item(AccessNumber($0), of: user)) }
            try rangeRemoval.run([Rows.accesses.boundName] + old)
        }
    }

    /// Writes one change, as ``SavedState/apply(_:)`` makes it in memory.
    private func write(_ change: StateChange) throws(DatabaseError) {
        switch change {
        case .grant(let app, let grant): try put(grant == Grant() ? nil : grant, at: app, as: Rows.grants)
        case .services(let isOn, let user):
            try put(isOn ? nil : KeyOnly(), at: UserOrEverybody(user), as: Rows.servicesOff)
        case .grantUse(let app, let use): try put(use, at: app, as: Rows.grantUses)
        case .pause(let user, let pause): try put(pause, at: user, as: Rows.pauses)
        case .manifest(let app, let text):
            try put(text.map { Single(ManifestText(plainText: $0)) }, at: app, as: Rows.manifests)
        case .accessed: break
        case .kind(let kind, let declaration): try put(declaration, at: kind, as: Rows.kinds)
        case .widgetPlaced(let widget, let kind, let key):
            try put(Placement(kind, key), at: widget, as: Rows.widgets)
        case .widgetRemoved(let widget):
            // While the widget exists, its own row shows that its number is used. The number does not go back.
            lastWidget = max(lastWidget, widget.rawValue)
            try put(Single(WidgetIdentifier(lastWidget)), at: OnlyRow(), as: Rows.removedWidget)
            try put(nil, at: widget, as: Rows.widgets)
            try put(nil, at: widget, as: Rows.widgetSetups)
            try put(nil, at: widget, as: Rows.timelines)
            try put(nil, at: widget, as: Rows.pendingReloads)
            try put(nil, at: widget, as: Rows.standingViews)
            try put(nil, at: widget, as: Rows.reloadBudgets)
        case .widgetSetup(let widget, let setup):
            try put(setup == WidgetSetup() ? nil : setup, at: widget, as: Rows.widgetSetups)
        case .timeline(let widget, let timeline): try put(timeline, at: widget, as: Rows.timelines)
        case .pendingReload(let widget, let reason): try put(reason, at: widget, as: Rows.pendingReloads)
        case .standingView(let widget, let stands):
            try put(stands ? KeyOnly() : nil, at: widget, as: Rows.standingViews)
        case .reloadBudget(let widget, let budget): try put(budget, at: widget, as: Rows.reloadBudgets)
        case .wakingHours(let user, let hours): try put(hours, at: user, as: Rows.wakingHours)
        case .ticket(let ticket, let saved): try put(saved, at: ticket, as: Rows.tickets)
        case .lastNotifiedPlace(let place): try put(place, at: OnlyRow(), as: Rows.lastNotifiedPlace)
        case .reducedArea(let area): try put(area, at: OnlyRow(), as: Rows.reducedArea)
        case .statedPlace(let place): try put(place, at: OnlyRow(), as: Rows.statedPlace)
        case .monitoring(let app, let service, let isOn):
            try put(isOn ? KeyOnly() : nil, at: Item(service, of: app), as: Rows.monitoring)
        case .monitorEvent(let app, let kind, let event):
            try put(event, at: Item(kind, of: app), as: Rows.monitorEvents)
        case .lastMonitorEvent(let app, let event):
            try put(event, at: app, as: Rows.lastMonitorEvents)
        case .toldPlace(let app, let place): try put(place, at: app, as: Rows.toldPlaces)
        case .stay(let stay): try put(stay, at: OnlyRow(), as: Rows.stay)
        case .region(let number, let region): try put(region, at: number, as: Rows.regions)
        case .anchor(let app, let anchor): try put(anchor, at: app, as: Rows.anchors)
        }
    }

    /// Writes a row, in place of any with the same key, or removes that one for `nil`.
    func put<Key, Value>(
        _ value: Value?,
        at key: Key,
        as kind: RowKind<Key, Value>
    ) throws(DatabaseError) {
        if let value {
            try replacement.run(kind.row(value, at: key, sealedWith: self.key))
        } else {
            try removal.run([kind.boundName, BoundValue(key)])
        }
    }
}

/// An empty content, to check the key by its seal.
struct KeyCheck: Codable, Sendable {}
