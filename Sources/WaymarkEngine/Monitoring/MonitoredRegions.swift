import LocationModel
import Regions

/// The regions that apps monitor, which survive a restart, by what has to be found quickly.
struct MonitoredRegions: Hashable, Sendable {
    fileprivate struct OfApp: Hashable {
        var numbers: [RegionName: RegionNumber] = [:]
        var beaconCount = 0

        /// The numbers in order, which is that of adding.
        var order: [RegionNumber] = []

        /// The regions with a state that the app does not know.
        var needingEvent: Set<RegionNumber> = []

        /// The events that wait, in order.
        var events: [Waiting] = []
        var held: Set<RegionNumber> = []
    }

    fileprivate struct Waiting: Hashable {
        let event: MonitorEventIdentifier
        let region: RegionNumber
    }

    /// The most events of regions that a stream gets before the app has acknowledged some.
    private static let eventsAtOnce = 32

    private(set) var saved: [RegionNumber: SavedRegion] = [:]
    private var ofApps: [AppKey: OfApp] = [:]
    private var sent: [SessionIdentifier: Set<MonitorEventIdentifier>] = [:]
    private(set) var entitled: Set<AppKey> = []
    private(set) var entitledToBeacons: Set<AppKey> = []
    private(set) var appsWithBeacons: Set<AppKey> = []
    var watch = RegionWatch()
    var beacons = BeaconWatch()
    private(set) var nextNumber = RegionNumber(1)

    init() {}

    /// Takes over the regions of a saved state.
    init(restoring regions: [RegionNumber: SavedRegion], at now: MonotonicInstant) {
        for number in regions.keys.sorted() { set(number, to: regions[number], at: now) }
    }

    subscript(number: RegionNumber) -> SavedRegion? { saved[number] }

    /// Adds, changes or removes a region.
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
            if let index = ofApp.index(of: number) { ofApp.order.remove(at: index) }
        }
        if old == nil, let new {
            switch new.condition {
            case .area(let shape): watch.add(number, shape, isInside: new.isInside)
            case .beacons(let condition):
                beacons.add(number, condition, at: now)
                ofApp.beaconCount += 1
            }
            ofApp.numbers[new.name] = number
            ofApp.order.append(number)
            nextNumber = max(nextNumber, RegionNumber(number.rawValue + 1))
        }
        if new?.needsEvent == true {
            ofApp.needingEvent.insert(number)
        } else {
            ofApp.needingEvent.remove(number)
        }
        if old?.event?.identifier != new?.event?.identifier {
            if let event = old?.event?.identifier { ofApp.removeEvent(event) }
            if let event = new?.event?.identifier { ofApp.addEvent(event, of: number) }
        }
        if new?.event?.isHeld == true { ofApp.held.insert(number) } else { ofApp.held.remove(number) }
        if !ofApp.order.isEmpty { ofApps[app] = ofApp }
        if ofApp.beaconCount > 0 { appsWithBeacons.insert(app) } else { appsWithBeacons.remove(app) }
    }

    // MARK: Apps

    var apps: [AppKey] { Array(ofApps.keys) }

    func contains(_ app: AppKey) -> Bool { ofApps[app] != nil }

    /// Returns whether an app has regions that are areas, for which receivers of positions run.
    func hasAreas(_ app: AppKey) -> Bool {
        ofApps[app].map { $0.order.count > $0.beaconCount } ?? false
    }

    func count(of app: AppKey) -> Int { ofApps[app]?.order.count ?? 0 }

    func number(of name: RegionName) -> RegionNumber? { ofApps[name.app]?.numbers[name] }

    /// Returns the numbers of an app's regions behind `last`, in order.
    func numbers(of app: AppKey, after last: RegionNumber?) -> ArraySlice<RegionNumber> {
        guard let ofApp = ofApps[app] else { return [] }
        return ofApp.order[(last.map { last in ofApp.order.place { $0 <= last } } ?? 0)...]
    }

    /// Returns the regions with a state that an app does not know, in order.
    func needingEvent(of app: AppKey) -> [RegionNumber] { ofApps[app]?.needingEvent.sorted() ?? [] }

    /// Returns the regions whose event is held, in order.
    func held(of app: AppKey) -> [RegionNumber] { ofApps[app]?.held.sorted() ?? [] }

    /// Returns the regions with an event, in the order of the events.
    func withEvent(of app: AppKey) -> [RegionNumber] { ofApps[app]?.events.map(\.region) ?? [] }

    func region(of event: MonitorEventIdentifier, of app: AppKey) -> RegionNumber? {
        guard let ofApp = ofApps[app], let index = ofApp.index(ofEvent: event) else { return nil }
        return ofApp.events[index].region
    }

    func latestEvent(of app: AppKey) -> MonitorEventIdentifier? {
        ofApps[app]?.events.last?.event
    }

    /// Returns the latest event that waits for an app, unless it is held.
    func latestUnheldEvent(of app: AppKey) -> MonitorEventIdentifier? {
        guard let latest = ofApps[app]?.events.last, saved[latest.region]?.event?.isHeld == false else {
            return nil
        }
        return latest.event
    }

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
        guard let ofApp = ofApps[app], !ofApp.events.isEmpty else { return [] }
        var known = (sent[session] ?? []).filter { ofApp.index(ofEvent: $0) != nil }
        var taken: [RegionNumber] = []
        for waiting in ofApp.events {
            guard known.count < Self.eventsAtOnce else { break }
            guard !ofApp.held.contains(waiting.region), known.insert(waiting.event).inserted else { continue }
            taken.append(waiting.region)
        }
        sent[session] = known
        return taken
    }

    mutating func end(_ session: SessionIdentifier) { sent[session] = nil }
}

extension MonitoredRegions.OfApp {
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
