import LocationModel
import Regions

/// The regions that apps monitor, which survive a restart.
///
/// What is asked for each call is found quickly, as an app may have very many. What is asked when one was entered or left
/// is looked for among all of the app's.
struct MonitoredRegions: Hashable, Sendable {
    private struct OfApp: Hashable {
        var numbers: [RegionName: RegionNumber] = [:]

        /// The numbers in order, which is that of adding.
        var order = SortedSet<RegionNumber>()
        var beaconCount = 0
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
        saved[number] = new
        if let old, new == nil {
            let app = old.name.app
            ofApps[app]?.numbers[old.name] = nil
            ofApps[app]?.order.remove(number)
            switch old.condition {
            case .area: watch.remove(number)
            case .beacons(let condition):
                beacons.remove(number, condition)
                ofApps[app]?.beaconCount -= 1
            }
            if ofApps[app]?.order.isEmpty == true { ofApps[app] = nil }
        }
        if old == nil, let new {
            let app = new.name.app
            ofApps[app, default: OfApp()].numbers[new.name] = number
            ofApps[app]?.order.insert(number)
            switch new.condition {
            case .area(let shape): watch.add(number, shape, isInside: new.isInside)
            case .beacons(let condition):
                beacons.add(number, condition, at: now)
                ofApps[app]?.beaconCount += 1
            }
            nextNumber = max(nextNumber, RegionNumber(number.rawValue + 1))
        }
    }

    // MARK: Apps

    var apps: Set<AppKey> { Set(ofApps.keys) }

    func contains(_ app: AppKey) -> Bool { ofApps[app] != nil }

    /// Returns whether an app has regions that are areas, for which receivers of positions run.
    func hasAreas(_ app: AppKey) -> Bool { ofApps[app].map { $0.order.count > $0.beaconCount } ?? false }

    func hasBeacons(_ app: AppKey) -> Bool { ofApps[app].map { $0.beaconCount > 0 } ?? false }

    func number(of name: RegionName) -> RegionNumber? { ofApps[name.app]?.numbers[name] }

    /// Returns an app's regions in order, the first `limit` behind `last`.
    func page(of app: AppKey, after last: RegionNumber?, limit: Int) -> [RegionNumber] {
        ofApps[app]?.order.first(limit, after: last) ?? []
    }

    /// Returns the areas of a user's apps with a state that the app does not know.
    func areasNeedingEvent(of user: UserIdentifier) -> [RegionNumber] {
        saved.filter { $1.name.app.user == user && $1.condition.isArea && $1.needsEvent }.map(\.key)
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
