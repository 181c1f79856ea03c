import LocationModel
import Regions

/// The regions that apps monitor, which survive a restart.
///
/// A quota bounds them, so what is asked of an app's regions is looked for among all of them.
struct MonitoredRegions: Hashable, Sendable {
    private(set) var saved: [RegionNumber: SavedRegion] = [:]
    private var byApp = AppIndex<RegionNumber>()
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
    subscript(app: AppKey) -> [RegionNumber] { byApp[app] }

    mutating func set(_ number: RegionNumber, to new: SavedRegion?, at now: MonotonicInstant) {
        let old = saved[number]
        saved[number] = new
        if let old, new == nil {
            byApp.remove(number, of: old.name.app)
            switch old.condition {
            case .area: watch.remove(number)
            case .beacons(let condition): beacons.remove(number, condition)
            }
        }
        if old == nil, let new {
            byApp.add(number, of: new.name.app)
            switch new.condition {
            case .area(let shape): watch.add(number, shape, isInside: new.isInside)
            case .beacons(let condition): beacons.add(number, condition, at: now)
            }
            nextNumber = max(nextNumber, RegionNumber(number.rawValue + 1))
        }
    }

    // MARK: Apps

    var apps: Set<AppKey> { byApp.apps }

    func contains(_ app: AppKey) -> Bool { byApp.contains(app) }

    /// Returns whether an app has regions that are areas, for which receivers of positions run.
    func hasAreas(_ app: AppKey) -> Bool { self[app].contains { saved[$0]?.condition.isArea == true } }

    func hasBeacons(_ app: AppKey) -> Bool { self[app].contains { saved[$0]?.condition.isArea == false } }

    func number(of name: RegionName) -> RegionNumber? { self[name.app].first { saved[$0]?.name == name } }

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
