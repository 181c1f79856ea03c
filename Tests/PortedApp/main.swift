// A program whose location code was written for Apple's platforms: PortedApp updates|request|live|monitor
import Combine
import CoreLocation

func say(_ words: String) {
    print(words)
    fflush(stdout)
}

func place(_ location: CLLocation) -> String {
    String(format: "%.3f %.3f", location.coordinate.latitude, location.coordinate.longitude)
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

switch CommandLine.arguments.dropFirst().first {
case "updates": provider.start()
case "request": provider.manager.requestLocation()
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
        for try await event in await monitor.events { say("event \(event.identifier) \(event.state)") }
    }
default:
    say("usage: PortedApp updates|request|live|monitor")
    exit(2)
}

RunLoop.main.run()
