import LocationModel
import Regions
import WaymarkEngine

/// The tables, in the order in which they are read.
///
/// A new one needs its description here, its place in ``all`` and its changes in ``StateWriter/write(_:)``. Its values are
/// ``SealedContent``, in `SealedForm.swift`, or, if they tell nothing about where somebody is, a ``PlainRow``.
enum Tables {
    private static let app = Columns<AppKey>(
        "uid",
        "app",
        values: { ($0.user, $0.app) },
        row: { AppKey(user: $0, app: $1) }
    )

    private static let kind = Columns<KindKey>(
        "uid",
        "app",
        "kind",
        values: { ($0.app.user, $0.app.app, $0.kind) },
        row: { KindKey(app: AppKey(user: $0, app: $1), kind: $2) }
    )

    private static let nothing = Columns<Presence>(values: { _ in () }, row: { Presence() })

    static let grants = Table<AppKey, Grant>(
        "grants",
        key: app,
        value: Columns(
            "status",
            "widgets",
            "accuracy",
            "is_provisional",
            "always_was_asked",
            "always_confirmed_at",
            values: { grant in
                (
                    grant.status, grant.widgets, grant.accuracy, grant.isProvisional, grant.alwaysWasAsked,
                    grant.alwaysConfirmedAt
                )
            },
            row: { status, widgets, accuracy, isProvisional, alwaysWasAsked, alwaysConfirmedAt in
                var grant = Grant(status: status, widgets: widgets)
                grant.accuracy = accuracy
                grant.isProvisional = isProvisional
                grant.alwaysWasAsked = alwaysWasAsked
                grant.alwaysConfirmedAt = alwaysConfirmedAt
                return grant
            }
        )
    ) { $0.grants.merge($1) { $1 } }

    static let servicesOff = Table<UserOrEverybody, Presence>(
        "services_off",
        key: Columns("uid"),
        value: nothing
    ) { state, rows in
        for (key, _) in rows { state.services.set(isOn: false, for: key.user) }
    }

    static let manifests = Table<AppKey, ManifestText>(
        "manifests",
        key: app,
        value: Columns("content")
    ) { state, rows in
        for (app, manifest) in rows { state.manifestTexts[app] = manifest.storedText }
    }

    static let accesses = Table<AccessKey, AccessRow>(
        sealed: "accesses",
        key: Columns(
            "uid",
            "number",
            values: { ($0.user, $0.number) },
            row: { AccessKey(user: $0, number: $1) }
        )
    ) { state, rows in
        for (key, row) in rows {
            state.accessLogs[key.user, default: AccessLog()].restore(row.records, last: key.number)
        }
    }

    static let kinds = Table<KindKey, KindDeclaration>(
        "kinds",
        key: kind,
        value: Columns(
            "wants_location",
            values: { $0.wantsLocation },
            row: { KindDeclaration(wantsLocation: $0) }
        )
    ) { $0.kinds.merge($1) { $1 } }

    static let placeholders = Table<KindKey, DeclaredContent>(sealed: "placeholders", key: kind) {
        state,
        rows in
        for (kind, declared) in rows {
            state.kinds[kind]?.placeholder = declared.placeholder
            state.kinds[kind]?.name = declared.name
            state.kinds[kind]?.summary = declared.summary
            state.kinds[kind]?.families = declared.families
        }
    }

    static let widgets = Table<WidgetIdentifier, KindKey>(
        "widgets",
        key: Columns("number"),
        value: kind
    ) { state, rows in
        for (widget, kind) in rows {
            // The texts of the known key serve all its widgets.
            let known = state.kinds.index(forKey: kind).map { state.kinds.keys[$0] }
            state.widgets[widget] = SavedWidget(kind: known ?? kind)
        }
    }

    // What is known about a widget counts only while the widget is placed, so these tables follow it.

    static let widgetSetups = Table<WidgetIdentifier, WidgetSetup>(
        sealed: "widget_setups",
        key: Columns("number")
    ) { state, rows in
        for (widget, setup) in rows { state.widgets[widget]?.setup = setup }
    }

    static let hostKeys = Table<WidgetIdentifier, HostKey>(
        "host_keys",
        key: Columns("number"),
        value: Columns("key")
    ) { state, rows in
        for (widget, key) in rows { state.widgets[widget]?.hostKey = key }
    }

    static let timelines = Table<WidgetIdentifier, DeliveredTimeline>(
        sealed: "timelines",
        key: Columns("number")
    ) { state, rows in
        for (widget, timeline) in rows { state.widgets[widget]?.timeline = timeline }
    }

    static let pendingReloads = Table<WidgetIdentifier, ReloadReason>(
        "pending_reloads",
        key: Columns("number"),
        value: Columns("reason")
    ) { state, rows in
        for (widget, reason) in rows { state.widgets[widget]?.pendingReload = reason }
    }

    static let standingViews = Table<WidgetIdentifier, Presence>(
        "standing_views",
        key: Columns("number"),
        value: nothing
    ) { state, rows in
        for (widget, _) in rows { state.widgets[widget]?.isInStandingView = true }
    }

    static let reloadBudgets = Table<WidgetIdentifier, ReloadBudget>(
        sealed: "reload_budgets",
        key: Columns("number")
    ) { state, rows in
        for (widget, budget) in rows { state.widgets[widget]?.budget = budget }
    }

    static let wakingHours = Table<UserIdentifier, WakingHours>(
        sealed: "waking_hours",
        key: Columns("uid")
    ) { $0.wakingHours.merge($1) { $1 } }

    static let tickets = Table<TicketIdentifier, SavedTicket>(sealed: "tickets", key: Columns("number")) {
        $0.tickets.merge($1) { $1 }
    }

    static let places = Table<PlaceName, NotifiedPlace>(sealed: "places", key: Columns("name")) {
        $0.lastNotifiedPlace = $1.first?.1
    }

    static let statedPlaces = Table<PlaceName, StatedPlace>(sealed: "stated_places", key: Columns("name")) {
        $0.statedPlace = $1.first?.1
    }

    static let monitoring = Table<MonitoringKey, Presence>(
        "monitoring",
        key: Columns(
            "uid",
            "app",
            "service",
            values: { ($0.app.user, $0.app.app, $0.service) },
            row: { MonitoringKey(app: AppKey(user: $0, app: $1), service: $2) }
        ),
        value: nothing
    ) { state, rows in
        for (key, _) in rows { state.monitoring[key.app, default: []].insert(key.service) }
    }

    static let monitorEvents = Table<MonitorEventKey, MonitorEvent>(
        sealed: "monitor_events",
        key: Columns(
            "uid",
            "app",
            "kind",
            values: { ($0.app.user, $0.app.app, $0.kind) },
            row: { MonitorEventKey(app: AppKey(user: $0, app: $1), kind: $2) }
        )
    ) { state, rows in
        for (key, event) in rows { state.monitorEvents[key.app, default: [:]][key.kind] = event }
    }

    static let toldPlaces = Table<AppKey, ToldPlace>(sealed: "told_places", key: app) { state, rows in
        for (app, told) in rows { state.toldPlaces[app] = told.place }
    }

    static let stays = Table<StayName, SavedStay>(sealed: "stays", key: Columns("name")) {
        $0.stay = $1.first?.1
    }

    static let regions = Table<RegionNumber, SavedRegion>(sealed: "regions", key: Columns("number")) {
        $0.regions.merge($1) { $1 }
    }

    static let counters = Table<CounterName, UInt64>(
        "counters",
        key: Columns("name"),
        value: Columns("value")
    ) { state, rows in
        if let (_, number) = rows.first { state.nextWidgetNumber = number }
    }

    /// Whether a key is the right one: the one row, of number 1, opens with it.
    static let keyCheck = Table<UInt64, KeyCheck>(sealed: "key_check", key: Columns("id")) { _, _ in }

    static let all: [any StoredTable] = [
        keyCheck, grants, servicesOff, manifests, accesses, kinds, placeholders, widgets, hostKeys,
        widgetSetups,
        timelines, pendingReloads, standingViews, reloadBudgets, wakingHours, tickets, places, statedPlaces,
        monitoring,
        monitorEvents, toldPlaces, stays, regions, counters,
    ]
}

/// A service that an app monitors.
struct MonitoringKey: Sendable {
    let app: AppKey
    let service: MonitoredService
}

/// The one event of a kind that waits for an app.
struct MonitorEventKey: Sendable {
    let app: AppKey
    let kind: MonitorEventKind
}
