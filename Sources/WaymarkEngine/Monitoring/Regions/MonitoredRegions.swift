import LocationModel
import Regions

/// The regions that apps monitor, by what has to be found quickly; the regions themselves are in the saved state.
struct MonitoredRegions: Hashable, Codable, Sendable {
    /// The regions of one app.
    fileprivate struct Shelf: Hashable, Codable {
        var numbers: [RegionName: RegionNumber] = [:]

        /// How many of the regions are around beacons.
        var beaconCount = 0

        /// The numbers in order, which is that of adding.
        var order: [RegionNumber] = []

        /// The regions with a state that the app does not know.
        var untold: Set<RegionNumber> = []

        /// The events that wait, in order.
        var events: [Waiting] = []

        /// The regions whose event is held.
        var held: Set<RegionNumber> = []
    }

    fileprivate struct Waiting: Hashable, Codable {
        let event: MonitorEventIdentifier
        let region: RegionNumber
    }

    /// The most events of regions that a stream gets before the app has acknowledged some.
    private static let eventsAtOnce = 32

    private var shelves: [AppKey: Shelf] = [:]
    private var sent: [SessionIdentifier: Set<MonitorEventIdentifier>] = [:]

    /// The apps with areas that may know of their regions.
    private(set) var entitled: Set<AppKey> = []

    /// The apps with regions around beacons that may know of them.
    private(set) var entitledToBeacons: Set<AppKey> = []

    /// The apps with regions around beacons.
    private(set) var appsWithBeacons: Set<AppKey> = []

    /// The geometry.
    var watch = RegionWatch()

    /// The regions around beacons.
    var beacons = BeaconWatch()

    /// The number of the next region.
    private(set) var nextNumber = RegionNumber(1)

    /// The time when a crossing counts without another fix.
    var nextDeadline: MonotonicInstant? { watch.nextDeadline }

    init() {}

    /// Takes over the regions of a saved state.
    init(restoring regions: [RegionNumber: SavedRegion], at now: MonotonicInstant) {
        for number in regions.keys.sorted() { replace(nil, with: regions[number], at: number, now) }
    }

    /// Takes a change of a saved region into account.
    mutating func replace(
        _ old: SavedRegion?,
        with new: SavedRegion?,
        at number: RegionNumber,
        _ now: MonotonicInstant
    ) {
        guard let app = (new ?? old)?.name.app else { return }
        var shelf = shelves.removeValue(forKey: app) ?? Shelf()
        if let old, new == nil {
            switch old.condition {
            case .area(let shape): watch.remove(number, shape)
            case .beacons(let condition):
                beacons.remove(number, condition)
                shelf.beaconCount -= 1
            }
            shelf.numbers[old.name] = nil
            if let index = shelf.index(of: number) { shelf.order.remove(at: index) }
        }
        if old == nil, let new {
            switch new.condition {
            case .area(let shape): watch.add(number, shape, isInside: new.isInside)
            case .beacons(let condition):
                beacons.add(number, condition, at: now)
                shelf.beaconCount += 1
            }
            shelf.numbers[new.name] = number
            shelf.order.append(number)
            nextNumber = max(nextNumber, RegionNumber(number.rawValue + 1))
        }
        if new?.isUntold == true { shelf.untold.insert(number) } else { shelf.untold.remove(number) }
        if old?.event?.identifier != new?.event?.identifier {
            if let event = old?.event?.identifier { shelf.removeEvent(event) }
            if let event = new?.event?.identifier { shelf.addEvent(event, of: number) }
        }
        if new?.event?.isHeld == true { shelf.held.insert(number) } else { shelf.held.remove(number) }
        if !shelf.order.isEmpty { shelves[app] = shelf }
        if shelf.beaconCount > 0 { appsWithBeacons.insert(app) } else { appsWithBeacons.remove(app) }
    }

    // MARK: Apps

    /// The apps with regions.
    var apps: [AppKey] { Array(shelves.keys) }

    /// Returns whether an app has regions.
    func contains(_ app: AppKey) -> Bool { shelves[app] != nil }

    /// Returns whether an app has regions that are areas, for which receivers of positions run.
    func hasAreas(_ app: AppKey) -> Bool {
        shelves[app].map { $0.order.count > $0.beaconCount } ?? false
    }

    /// Returns how many regions an app has.
    func count(of app: AppKey) -> Int { shelves[app]?.order.count ?? 0 }

    /// Returns the number of an app's region.
    func number(of name: RegionName) -> RegionNumber? { shelves[name.app]?.numbers[name] }

    /// Returns the numbers of an app's regions behind `last`, in order.
    func numbers(of app: AppKey, after last: RegionNumber?) -> ArraySlice<RegionNumber> {
        guard let shelf = shelves[app] else { return [] }
        return shelf.order[(last.map { last in shelf.order.place { $0 <= last } } ?? 0)...]
    }

    /// Returns the regions with a state that an app does not know, in order.
    func untold(of app: AppKey) -> [RegionNumber] { shelves[app]?.untold.sorted() ?? [] }

    /// Returns the regions whose event is held, in order.
    func held(of app: AppKey) -> [RegionNumber] { shelves[app]?.held.sorted() ?? [] }

    /// Returns the regions with an event, in the order of the events.
    func withEvent(of app: AppKey) -> [RegionNumber] { shelves[app]?.events.map(\.region) ?? [] }

    /// Returns the region that an event of an app is about.
    func region(of event: MonitorEventIdentifier, of app: AppKey) -> RegionNumber? {
        guard let shelf = shelves[app], let index = shelf.index(ofEvent: event) else { return nil }
        return shelf.events[index].region
    }

    /// Returns the latest event that waits for an app.
    func latestEvent(of app: AppKey) -> MonitorEventIdentifier? {
        shelves[app]?.events.last?.event
    }

    /// Sets whether an app may know of its regions.
    mutating func set(_ app: AppKey, isEntitled: Bool) {
        if isEntitled, hasAreas(app) { entitled.insert(app) } else { entitled.remove(app) }
        if isEntitled, appsWithBeacons.contains(app) {
            entitledToBeacons.insert(app)
        } else {
            entitledToBeacons.remove(app)
        }
    }

    // MARK: Streams

    /// Returns the regions whose events a stream is to get now, in the order of the events.
    ///
    /// Of many, some follow each time the app acknowledges one, so that its stream is never full.
    mutating func takeEvents(for session: SessionIdentifier, of app: AppKey) -> [RegionNumber] {
        guard let shelf = shelves[app], !shelf.events.isEmpty else { return [] }
        var known = (sent[session] ?? []).filter { shelf.index(ofEvent: $0) != nil }
        var taken: [RegionNumber] = []
        for waiting in shelf.events {
            guard known.count < Self.eventsAtOnce else { break }
            guard !shelf.held.contains(waiting.region), known.insert(waiting.event).inserted else { continue }
            taken.append(waiting.region)
        }
        sent[session] = known
        return taken
    }

    /// Forgets a stream that ended.
    mutating func disconnect(_ session: SessionIdentifier) { sent[session] = nil }
}

extension MonitoredRegions.Shelf {
    /// Returns the index at which a number is or would be.
    fileprivate func place(of number: RegionNumber) -> Int { order.place { $0 < number } }

    fileprivate func index(of number: RegionNumber) -> Int? {
        let place = place(of: number)
        return place < order.count && order[place] == number ? place : nil
    }

    fileprivate func index(ofEvent event: MonitorEventIdentifier) -> Int? {
        let place = events.place { $0.event < event }
        return place < events.count && events[place].event == event ? place : nil
    }

    fileprivate mutating func removeEvent(_ event: MonitorEventIdentifier) {
        if let index = index(ofEvent: event) { events.remove(at: index) }
    }

    fileprivate mutating func addEvent(_ event: MonitorEventIdentifier, of number: RegionNumber) {
        events.insert(.init(event: event, region: number), at: events.place { $0.event < event })
    }
}

extension Array {
    /// Returns the index of the first element of an ordered array that is not before what is sought.
    fileprivate func place(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
