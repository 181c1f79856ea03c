// A program whose location code was written for Apple's platforms:
// PortedApp updates|request|services|known|live|monitor|visits|available|background|fences|fenced|log|beacons UUID
// PortedApp widgets
import Combine
import CoreLocation
import OSLog
import WidgetKit

func say(_ words: String) {
    print(words)
    fflush(stdout)
}

func place(_ location: CLLocation) -> String {
    String(format: "%.3f %.3f", location.coordinate.latitude, location.coordinate.longitude)
}

// A program that only has widgets: the objects below would make it a running app.
if CommandLine.arguments.last == "widgets" {
    Task { await PortedWidgets.main() }
    RunLoop.main.run()
}

let provider = LocationProvider()
var subscriptions = Set<AnyCancellable>()
provider.locations
    .sink { say("location \(place($0)) accurate to \(Int($0.horizontalAccuracy)) m") }
    .store(in: &subscriptions)
provider.failures
    .sink { say("failure \($0.code) \($0.code == .denied ? "denied" : "other"): \($0.localizedDescription)") }
    .store(in: &subscriptions)
provider.authorizations.sink { say("authorization \($0)") }.store(in: &subscriptions)

let (older, olderDelegate) = (CLLocationManager(), OlderDelegate())
let fences = Fences()

switch CommandLine.arguments.dropFirst().first {
case "updates":
    older.delegate = olderDelegate
    provider.start()
case "request": provider.manager.requestLocation()
case "services":
    // As apps do when they are launched.
    provider.manager.startMonitoringSignificantLocationChanges()
    provider.manager.startMonitoringVisits()
case "known": say("known \(provider.manager.location.map(place) ?? "nothing")")
case "live":
    Task {
        for try await update in CLLocationUpdate.liveUpdates(.automotiveNavigation) {
            if let location = update.location {
                say("live \(place(location))")
            } else if update.authorizationDenied {
                say("live denied")
            } else if update.locationUnavailable {
                say("live unavailable")
            }
        }
    }
case "monitor":
    Task {
        let monitor = await CLMonitor("places")
        let home = CLLocationCoordinate2D(latitude: 47.998, longitude: 7.829)
        await monitor.add(
            CLMonitor.CircularGeographicCondition(center: home, radius: 200),
            identifier: "home"
        )
        await monitor.add(CLMonitor.CircularGeographicCondition(center: home, radius: 1), identifier: "dot")
        say("identifiers \(await monitor.identifiers)")
        if let refused = await monitor.record(for: "dot") {
            say("dot \(refused.lastEvent.state) unsupported \(refused.lastEvent.conditionUnsupported)")
        }
        let work = CLMonitor.CircularGeographicCondition(center: home, radius: 300)
        await monitor.add(work, identifier: "work")
        if let refused = await monitor.record(for: "work") {
            say("work \(refused.lastEvent.state) limit \(refused.lastEvent.conditionLimitExceeded)")
        }
        for try await event in await monitor.events { say("event \(event.identifier) \(event.state)") }
    }
case "visits":
    provider.manager.startMonitoringVisits()
    Task {
        let monitor = await CLMonitor("places")
        let far = CLLocationCoordinate2D(latitude: 47.998, longitude: 7.829)
        await monitor.add(
            CLMonitor.CircularGeographicCondition(center: far, radius: 200),
            identifier: "far"
        )
        // Its event comes while only the manager listens.
        try await Task.sleep(for: .seconds(3))
        for try await event in await monitor.events {
            say("event \(event.identifier) \(event.state) denied \(event.authorizationDenied)")
        }
    }
case "available":
    say("services \(CLLocationManager.locationServicesEnabled())")
    say("heading \(CLLocationManager.headingAvailable())")
    say("changes \(CLLocationManager.significantLocationChangeMonitoringAvailable())")
    say("circles \(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))")
    say("objects \(CLLocationManager.isMonitoringAvailable(for: NSObject.self))")
    say("beacons \(CLLocationManager.isRangingAvailable())")
    say("status \(CLLocationManager.authorizationStatus()).")
case "background":
    provider.manager.allowsBackgroundLocationUpdates = true
    provider.manager.startUpdatingLocation()
case "fences":
    let harbour = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)
    let both = CLCircularRegion(center: harbour, radius: 300, identifier: "both")
    let entry = CLCircularRegion(center: harbour, radius: 300, identifier: "entry")
    entry.notifyOnExit = false
    fences.manager.delegate = fences
    for region in [both, entry, CLCircularRegion(center: harbour, radius: 1, identifier: "dot")] {
        fences.manager.startMonitoring(for: region)
    }
    fences.manager.requestState(for: both)
case "fenced":
    // As an app that is started again: it only has its delegate.
    fences.manager.delegate = fences
    say("monitors \(fences.manager.monitoredRegions.map(\.identifier).sorted().joined(separator: " "))")
case "log":
    let logger = Logger(subsystem: "org.example", category: "trip")
    logger.notice("left \("home") after \(3) stops, \(1.25, format: .fixed(precision: 1)) km")
    logger.error("lost \("gps", privacy: .public) at \("home", privacy: .sensitive)")
    exit(0)
case "beacons":
    guard let text = CommandLine.arguments.last, let uuid = UUID(uuidString: text) else { exit(2) }
    provider.beacons
        .filter { !$0.isEmpty }
        .map { $0[0] }
        .sink { say("beacon \($0.major) \($0.minor) \($0.proximity) of \($0.uuid.uuidString)") }
        .store(in: &subscriptions)
    provider.manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 1))
    Task {
        let monitor = await CLMonitor("shops")
        let shop = CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1)
        await monitor.add(shop, identifier: "shop", assuming: .unsatisfied)
        if let kept = await monitor.record(for: "shop")?.condition as? CLMonitor.BeaconIdentityCondition {
            say("shop kept \(kept == shop)")
        }
        for try await event in await monitor.events { say("event \(event.identifier) \(event.state)") }
    }
default:
    say("usage: see main.swift")
    exit(2)
}

RunLoop.main.run()
