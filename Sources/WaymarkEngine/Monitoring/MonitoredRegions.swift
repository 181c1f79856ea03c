import LocationModel
import Regions

/// The regions that apps monitor, which survive a restart, by what has to be found quickly: an app may have very many.
struct MonitoredRegions: Equatable, Sendable {
    private struct OfApp: Equatable {
        var numbers: [RegionName: RegionNumber] = [:]

        /// The numbers in the order of adding.
        var order = SortedSet<RegionNumber>()
        var beaconCount = 0

        /// The regions with a state that the app does not know.
        var needingEvent: Set<RegionNumber> = []

        /// The events that wait, in order.
        var events = SortedSet<MonitorEventIdentifier>()
        var regionOfEvent: [MonitorEventIdentifier: RegionNumber] = [:]
    }

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

    /// The regions of an app, in the order of adding.
    subscript(app: AppKey) -> [RegionNumber] { ofApps[app]?.order.elements ?? [] }

    mutating func set(_ number: RegionNumber, to new: SavedRegion?, at now: MonotonicInstant) {
        let old = saved[number]
        guard let app = (new ?? old)?.name.app else { return }
        saved[number] = new
        // Removed from the dictionary, so that nothing is copied.
        var ofApp = ofApps.removeValue(forKey: app) ?? OfApp()
        if let old, new == nil {
            switch old.condition {
            case .area: watch.remove(number)
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
        if let event = old?.event?.identifier, event != new?.event?.identifier {
            ofApp.events.remove(event)
            ofApp.regionOfEvent[event] = nil
        }
        if let event = new?.event?.identifier {
            ofApp.events.insert(event)
            ofApp.regionOfEvent[event] = number
        }
        if !ofApp.order.isEmpty { ofApps[app] = ofApp }
    }

    // MARK: Apps

    var apps: Set<AppKey> { Set(ofApps.keys) }

    func contains(_ app: AppKey) -> Bool { ofApps[app] != nil }

    /// Returns whether an app has areas, for which receivers of positions run.
    func hasAreas(_ app: AppKey) -> Bool { ofApps[app].map { $0.order.count > $0.beaconCount } ?? false }

    func hasBeacons(_ app: AppKey) -> Bool { ofApps[app].map { $0.beaconCount > 0 } ?? false }

    func number(of name: RegionName) -> RegionNumber? { ofApps[name.app]?.numbers[name] }

    /// Returns the first `limit` of an app's regions after `last`, in order.
    func page(of app: AppKey, after last: RegionNumber?, limit: Int) -> [RegionNumber] {
        ofApps[app]?.order.first(limit, after: last) ?? []
    }

    /// Returns the regions whose state an app does not know, in order.
    func needingEvent(of app: AppKey) -> [RegionNumber] { ofApps[app]?.needingEvent.sorted() ?? [] }

    /// Returns the first `limit` regions with an event that waits for an app, in the order of the events.
    func withEvent(of app: AppKey, limit: Int = .max) -> [RegionNumber] {
        guard let ofApp = ofApps[app] else { return [] }
        return ofApp.events.first(limit).compactMap { ofApp.regionOfEvent[$0] }
    }

    func region(of event: MonitorEventIdentifier, for app: AppKey) -> RegionNumber? {
        ofApps[app]?.regionOfEvent[event]
    }

    /// Returns the areas of a user's apps whose state the app does not know.
    func areasNeedingEvent(of user: UserIdentifier) -> [RegionNumber] {
        ofApps.filter { $0.key.user == user }.values.flatMap(\.needingEvent)
            .filter { saved[$0]?.condition.isArea == true }
    }

    mutating func set(_ app: AppKey, isEntitled: Bool) {
        if isEntitled, hasAreas(app) { entitled.insert(app) } else { entitled.remove(app) }
        if isEntitled, hasBeacons(app) {
            entitledToBeacons.insert(app)
        } else {
            entitledToBeacons.remove(app)
        }
    }
}
