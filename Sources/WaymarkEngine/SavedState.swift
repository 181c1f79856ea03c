package import LocationModel

/// Everything the engine must find again after a restart.
package struct SavedState: Hashable, Sendable {
    /// What people decided, per user and app.
    package var grants: [AppKey: Grant] = [:]

    /// Whether location services are on.
    package var services = ServicesSwitch()

    /// The locations that were given to the apps of each user.
    package var accessLogs: [UserIdentifier: AccessLog] = [:]

    /// The manifests that people brought along, as they wrote them.
    package var manifestTexts: [AppKey: String] = [:]

    /// The kinds that providers have registered.
    package var kinds: [KindKey: KindDeclaration] = [:]

    /// The placed widgets.
    package var widgets: [WidgetIdentifier: SavedWidget] = [:]

    /// Where the machine was when a significant change was last notified.
    package var lastNotifiedPlace: NotifiedPlace?

    /// The number that the next placed widget gets; greater than that of any widget ever placed.
    package var nextWidgetNumber: UInt64 = 1

    /// Creates the state of a machine on which nothing has happened yet.
    package init() {}

    /// Carries out one change, as the store does to its tables.
    package mutating func apply(_ change: StateChange) {
        switch change {
        case .grant(let app, let grant): grants[app] = grant
        case .services(let isOn, let user): services.set(isOn: isOn, for: user)
        case .manifest(let app, let text): manifestTexts[app] = text
        case .accessed(let record, _): accessLogs[record.app.user, default: AccessLog()].add(record)
        case .kind(let key, let declaration): kinds[key] = declaration
        case .widgetPlaced(let widget, let kind):
            widgets[widget, default: SavedWidget(kind: kind)].kind = kind
            nextWidgetNumber = max(nextWidgetNumber, widget.rawValue + 1)
        case .widgetRemoved(let widget): widgets[widget] = nil
        case .timeline(let widget, let timeline): widgets[widget]?.timeline = timeline
        case .pendingReload(let widget, let reason): widgets[widget]?.pendingReload = reason
        case .standingView(let widget, let stands): widgets[widget]?.isInStandingView = stands
        case .lastNotifiedPlace(let place): lastNotifiedPlace = place
        }
    }
}

/// One durable change; the store commits it before anybody is told of it.
package enum StateChange: Hashable, Sendable {
    /// A person decided about an app, or, with `nil`, the app was forgotten.
    case grant(AppKey, Grant?)

    /// Location services were switched on or off, for a user or with `nil` for everybody.
    case services(isOn: Bool, user: UserIdentifier?)

    /// A person brought a manifest along, or, with `nil`, took it back.
    case manifest(AppKey, text: String?)

    /// An app was given a location; the number counts those of its user.
    case accessed(AccessRecord, number: UInt64)

    /// A provider registered a kind, or declared it anew; with `nil`, its app was forgotten.
    case kind(KindKey, KindDeclaration?)

    /// A widget was placed.
    case widgetPlaced(WidgetIdentifier, KindKey)

    /// A widget was removed, and with it its timeline and what it was owed.
    case widgetRemoved(WidgetIdentifier)

    /// A provider delivered a timeline.
    case timeline(WidgetIdentifier, DeliveredTimeline)

    /// A widget is owed a reload at its next view, or, with `nil`, no longer.
    case pendingReload(WidgetIdentifier, ReloadReason?)

    /// Somebody without a stream brought a widget into view, or took that back.
    case standingView(WidgetIdentifier, Bool)

    /// A significant change was notified here.
    case lastNotifiedPlace(NotifiedPlace)
}
