import LocationModel
import Regions

/// The regions that apps monitor, which survive a restart, by what has to be found quickly.
struct MonitoredRegions: Hashable, Sendable {
    fileprivate struct OfApp: Hashable {
        var numbers: [RegionName: RegionNumber] = [:]
        var beaconCount = 0

        /// The numbers in order, which is that of adding.
        var order = SortedSet<RegionNumber>()

        /// The regions with a state that the app does not know.
        var needingEvent: Set<RegionNumber> = []

        /// The events that wait, in order.
        var events = SortedSet<MonitorEventIdentifier>()
        var regionOfEvent: [MonitorEventIdentifier: RegionNumber] = [:]
        var held: Set<RegionNumber> = []
    }

    /// The most events of regions that a stream gets before the app has acknowledged some.
    private static let eventsAtOnce = 32

    private(set) var saved: [RegionNumber: SavedRegion] = [:]
    private var ofApps: [AppKey: OfApp] = [:]
    private(set) var entitled: Set<AppKey> = []
    private(set) var entitledToBeacons: Set<AppKey> = []
    var watch = RegionWatch()
    var beacons = BeaconWatch()
    private(set) var nextNumber = RegionNumber(1)

    init(restoring regions: [RegionNumber: SavedRegion], at now: MonotonicInstant) {
        for number in regions.keys.sorted() { set(number, to: regions[number], at: now) }
    }

    subscript(number: RegionNumber) -> SavedRegion? { saved[number] }

    mutating func set(_ number: RegionNumber, to new: SavedRegion?, at now: MonotonicInstant) {
        let old = saved[number]
        guard let app = (new ?? old)?.name.app else { return }
        saved[number] = new
        var ofApp = ofApps.removeValue(forKey: app) ?? OfApp()
        if let old, new == nil {
            switch old.condition {
            case .area(let shape): watch.remove(number, shape)
            case .beacons(let condition):
                beacons.remove(number, condition)
                ofApp.beaconCount -= 1
            }
            ofApp.numbers[old.name] = nil
            ofApp.order.remove(number)
        }
        if old == nil, let new {
            switch new.condition {
            case .area(let shape): watch.add(number, shape, isInside: new.isInside)
            case .beacons(let condition):
                beacons.add(number, condition, at: now)
                ofApp.beaconCount += 1
            }
            ofApp.numbers[new.name] = number
            ofApp.order.insert(number)
            nextNumber = max(nextNumber, RegionNumber(number.rawValue + 1))
        }
        if new?.needsEvent == true {
            ofApp.needingEvent.insert(number)
        } else {
            ofApp.needingEvent.remove(number)
        }
        if old?.event?.identifier != new?.event?.identifier {
            if let event = old?.event?.identifier {
                ofApp.events.remove(event)
                ofApp.regionOfEvent[event] = nil
            }
            if let event = new?.event?.identifier {
                ofApp.events.insert(event)
                ofApp.regionOfEvent[event] = number
            }
        }
        if new?.event?.isHeld == true { ofApp.held.insert(number) } else { ofApp.held.remove(number) }
        if !ofApp.order.isEmpty { ofApps[app] = ofApp }
    }

    // MARK: Apps

    var apps: [AppKey] { Array(ofApps.keys) }

    func contains(_ app: AppKey) -> Bool { ofApps[app] != nil }

    /// Returns whether an app has regions that are areas, for which receivers of positions run.
    func hasAreas(_ app: AppKey) -> Bool {
        ofApps[app].map { $0.order.count > $0.beaconCount } ?? false
    }

    func hasBeacons(_ app: AppKey) -> Bool { ofApps[app].map { $0.beaconCount > 0 } ?? false }

    func count(of app: AppKey) -> Int { ofApps[app]?.order.count ?? 0 }

    func number(of name: RegionName) -> RegionNumber? { ofApps[name.app]?.numbers[name] }

    /// Returns the numbers of an app's regions in order, the first `limit` behind `last`.
    func numbers(of app: AppKey, after last: RegionNumber? = nil, limit: Int = .max) -> [RegionNumber] {
        ofApps[app]?.order.first(limit, after: last) ?? []
    }

    /// Returns the regions with a state that an app does not know, in order.
    func needingEvent(of app: AppKey) -> [RegionNumber] { ofApps[app]?.needingEvent.sorted() ?? [] }

    /// Returns the areas of a user's apps with a state that the app does not know.
    func areasNeedingEvent(of user: UserIdentifier) -> [RegionNumber] {
        ofApps.filter { $0.key.user == user }.values.flatMap(\.needingEvent).filter {
            if case .area? = saved[$0]?.condition { true } else { false }
        }
    }

    /// Returns the regions whose event is held, in order.
    func held(of app: AppKey) -> [RegionNumber] { ofApps[app]?.held.sorted() ?? [] }

    /// Returns the regions with an event, in the order of the events.
    func withEvent(of app: AppKey) -> [RegionNumber] {
        guard let ofApp = ofApps[app] else { return [] }
        return ofApp.events.elements.compactMap { ofApp.regionOfEvent[$0] }
    }

    func region(of event: MonitorEventIdentifier, of app: AppKey) -> RegionNumber? {
        ofApps[app]?.regionOfEvent[event]
    }

    func latestEvent(of app: AppKey) -> MonitorEventIdentifier? {
        ofApps[app]?.events.last
    }

    /// Returns the latest event that waits for an app, unless it is held.
    func latestUnheldEvent(of app: AppKey) -> MonitorEventIdentifier? {
        guard let latest = latestEvent(of: app), let region = region(of: latest, of: app),
            saved[region]?.event?.isHeld == false
        else {
            return nil
        }
        return latest
    }

    mutating func set(_ app: AppKey, isEntitled: Bool) {
        if isEntitled, hasAreas(app) { entitled.insert(app) } else { entitled.remove(app) }
        if isEntitled, hasBeacons(app) {
            entitledToBeacons.insert(app)
        } else {
            entitledToBeacons.remove(app)
        }
    }

    // MARK: Streams

    /// Returns the regions whose events a stream is to get now, in the order of the events.
    ///
    /// Of many, some follow each time the app acknowledges one, so that its stream is never full.
    func takeEvents(of app: AppKey, sent: inout Set<MonitorEventIdentifier>) -> [RegionNumber] {
        guard let ofApp = ofApps[app], !ofApp.events.isEmpty else { return [] }
        sent = sent.filter { ofApp.regionOfEvent[$0] != nil }
        var taken: [RegionNumber] = []
        for event in ofApp.events.elements {
            guard sent.count < Self.eventsAtOnce else { break }
            guard let region = ofApp.regionOfEvent[event], !ofApp.held.contains(region),
                sent.insert(event).inserted
            else { continue }
            taken.append(region)
        }
        return taken
    }
}
