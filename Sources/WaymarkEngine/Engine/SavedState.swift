package import LocationModel
package import Regions

package struct SavedState: Hashable, Codable, Sendable {
    package var grants: [AppKey: Grant] = [:]
    package var services = ServicesSwitch()

    /// The last use of each app's permission.
    package var grantUses: [AppKey: GrantUse] = [:]
    package var pauses: [UserIdentifier: LocationPause] = [:]
    package var accessLogs: [UserIdentifier: AccessLog] = [:]
    package var manifestTexts: [AppKey: String] = [:]
    package var kinds: [KindKey: KindDeclaration] = [:]
    package var widgets: [WidgetIdentifier: SavedWidget] = [:]
    package var wakingHours: [UserIdentifier: WakingHours] = [:]
    package var tickets: [TicketIdentifier: ReloadTicket] = [:]

    package var lastNotifiedPlace: NotifiedPlace?

    /// The area that was given last under reduced accuracy.
    package var reducedArea: ReducedArea?

    /// The place of the machine that its owner stated in a call.
    package var statedPlace: StatedPlace?
    package var monitoring: [AppKey: Set<MonitoredService>] = [:]

    /// The events that wait for each app, the newest of each kind.
    package var monitorEvents: [AppKey: [MonitorEventKind: MonitorEvent]] = [:]

    /// The latest event that was made for each app, also if it waits no more.
    package var lastMonitorEvents: [AppKey: MonitorEventIdentifier] = [:]
    package var toldPlaces: [AppKey: NotifiedPlace] = [:]
    package var stay: SavedStay?
    package var regions: [RegionNumber: SavedRegion] = [:]
    package var anchors: [AppKey: SavedAnchor] = [:]

    /// The number of the next widget, greater than that of any widget ever placed.
    package var nextWidgetNumber: UInt64 = 1

    package init() {}

    /// Applies a change, as the store does to its tables.
    package mutating func apply(_ change: StateChange) {
        switch change {
        // Nothing is kept without a decision, so an app that was reset takes no room.
        case .grant(let app, let grant): grants[app] = grant == Grant() ? nil : grant
        case .services(let isOn, let user): services.set(isOn: isOn, for: user)
        case .pause(let user, let pause): pauses[user] = pause
        case .grantUse(let app, let use): grantUses[app] = use
        case .manifest(let app, let text): manifestTexts[app] = text
        case .accessed(let record, _, let capacity):
            accessLogs[record.app.user, default: AccessLog()].add(record, keeping: capacity)
        case .kind(let key, let declaration): kinds[key] = declaration
        case .widgetPlaced(let widget, let kind, let key):
            widgets[widget, default: SavedWidget(kind: kind)].kind = kind
            widgets[widget]?.hostKey = key
            nextWidgetNumber = max(nextWidgetNumber, widget.rawValue + 1)
        case .widgetRemoved(let widget): widgets[widget] = nil
        case .widgetSetup(let widget, let setup): widgets[widget]?.setup = setup
        case .timeline(let widget, let timeline): widgets[widget]?.timeline = timeline
        case .pendingReload(let widget, let reason): widgets[widget]?.pendingReload = reason
        case .standingView(let widget, let stands): widgets[widget]?.isInStandingView = stands
        case .reloadBudget(let widget, let budget): widgets[widget]?.budget = budget
        case .wakingHours(let user, let hours): wakingHours[user] = hours
        case .ticket(let ticket, let saved): tickets[ticket] = saved
        case .lastNotifiedPlace(let place): lastNotifiedPlace = place
        case .reducedArea(let area): reducedArea = area
        case .statedPlace(let place): statedPlace = place
        case .monitoring(let app, let service, let isOn):
            if isOn {
                monitoring[app, default: []].insert(service)
            } else {
                monitoring.remove(service, under: app)
            }
        case .monitorEvent(let app, let kind, let event):
            monitorEvents[app, default: [:]][kind] = event
            if monitorEvents[app]?.isEmpty == true { monitorEvents[app] = nil }
        case .lastMonitorEvent(let app, let event): lastMonitorEvents[app] = event
        case .toldPlace(let app, let place): toldPlaces[app] = place
        case .stay(let stay): self.stay = stay
        case .region(let number, let region): regions[number] = region
        case .anchor(let app, let anchor): anchors[app] = anchor
        }
    }
}

/// A durable change, which the store commits before it becomes visible.
package enum StateChange: Hashable, Sendable {
    /// A person decided about an app; `nil` means that the app was forgotten.
    case grant(AppKey, Grant?)

    /// Location services were switched for a user, or with `nil` for everybody.
    case services(isOn: Bool, user: UserIdentifier?)

    /// An app that may know the location was given it, or the end of its permission was announced.
    case grantUse(AppKey, GrantUse?)

    case pause(UserIdentifier, LocationPause)

    /// A person supplied a manifest, or, with `nil`, withdrew it.
    case manifest(AppKey, text: String?)

    /// An app was given a location; `number` counts the accesses of its user, of which so many are kept.
    case accessed(AccessRecord, number: UInt64, keeping: Int = AccessLog.capacity)

    /// A provider registered a kind or changed its declaration; with `nil` the kind is forgotten.
    case kind(KindKey, KindDeclaration?)

    /// A widget was placed, perhaps with a key by which its host finds it again.
    case widgetPlaced(WidgetIdentifier, KindKey, key: HostKey? = nil)

    /// A widget was removed, with its timeline and pending reload.
    case widgetRemoved(WidgetIdentifier)
    case widgetSetup(WidgetIdentifier, WidgetSetup)
    case timeline(WidgetIdentifier, DeliveredTimeline)

    /// A widget has a pending reload, or, with `nil`, none any more.
    case pendingReload(WidgetIdentifier, ReloadReason?)

    /// A client without a stream brought a widget into view, or revoked that.
    case standingView(WidgetIdentifier, Bool)
    case reloadBudget(WidgetIdentifier, ReloadBudget)

    /// More is known of the hours in which a person is awake, or, with `nil`, the person has no widgets left.
    case wakingHours(UserIdentifier, WakingHours?)

    /// A reload was asked for, failed or ended, or, with `nil`, is forgotten.
    case ticket(TicketIdentifier, ReloadTicket?)
    case lastNotifiedPlace(NotifiedPlace)

    /// Another area is given under reduced accuracy.
    case reducedArea(ReducedArea)

    /// The owner stated the machine's place in a call, or, with `nil`, withdrew it.
    case statedPlace(StatedPlace?)
    case monitoring(AppKey, MonitoredService, isOn: Bool)

    /// The event of a kind that waits for an app, or, with `nil`, none any more.
    case monitorEvent(AppKey, MonitorEventKind, MonitorEvent?)

    /// An event was made for an app, or, with `nil`, the app was forgotten.
    case lastMonitorEvent(AppKey, MonitorEventIdentifier?)
    case toldPlace(AppKey, NotifiedPlace?)

    /// The machine stays at a place, or, with `nil`, at none.
    case stay(SavedStay?)

    /// Whether an event that follows from the change may leave before the change is durable.
    ///
    /// Nobody was promised these. Whoever loses them in a crash is told of the same change of location again.
    package var mayFollowItsEvents: Bool {
        switch self {
        case .accessed, .lastNotifiedPlace, .reducedArea, .grantUse: true
        default: false
        }
    }

    /// An app watches an anchor, in this state, or, with `nil`, no longer does.
    case anchor(AppKey, SavedAnchor?)

    /// An app monitors a region, in this state, or, with `nil`, no longer does.
    case region(RegionNumber, SavedRegion?)
}
