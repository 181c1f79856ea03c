// Widgets whose location code was written for Apple's platforms, each in a way that real ones have.
import CoreLocation
import WidgetKit

struct Entry: TimelineEntry {
    let date: Date
    let text: String
}

final class OneLocation: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private var continuation: CheckedContinuation<CLLocation, Error>?

    override init() {
        super.init()
        manager.delegate = self
    }

    func get() async throws -> CLLocation {
        try await withCheckedThrowingContinuation {
            continuation = $0
            manager.requestLocation()
        }
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        continuation?.resume(returning: locations[0])
        continuation = nil
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        continuation?.resume(throwing: error)
        continuation = nil
    }
}

/// Tells what it is told, and that nothing comes but failures.
final class Teller: NSObject, CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        say("told \(locations.count)")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        say("failure \((error as? CLError)?.code.rawValue ?? -1): \(error.localizedDescription)")
    }

    func locationManager(
        _ manager: CLLocationManager,
        didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
        error: Error
    ) {
        say("ranging failure \((error as? CLError)?.code.rawValue ?? -1)")
    }

    func locationManager(
        _ manager: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: Error
    ) {
        say("region failure \((error as? CLError)?.code.rawValue ?? -1)")
    }
}

struct Provider: TimelineProvider {
    let kind: String
    let manager = CLLocationManager()
    let teller = Teller()

    func placeholder(in context: Context) -> Entry { Entry(date: .now, text: "-") }

    func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) {
        completion(Entry(date: .now, text: "-"))
    }

    func relevance() async -> WidgetRelevance<Void> {
        let center = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)
        let home = CLCircularRegion(center: center, radius: 500, identifier: "home")
        return WidgetRelevance([WidgetRelevanceAttribute(context: .location(home))])
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
        let one = { (text: String) in
            completion(Timeline(entries: [Entry(date: .now, text: text)], policy: .never))
        }
        switch kind {
        case "late":
            Task {
                // Looks something up first.
                try? await Task.sleep(for: .milliseconds(300))
                do {
                    one(place(try await OneLocation().get()))
                } catch { one("no: \(error.localizedDescription)") }
            }
        case "live":
            Task {
                var words = "nothing"
                do {
                    for try await update in CLLocationUpdate.liveUpdates() {
                        words = update.location.map { place($0) } ?? "absent \(update.insufficientlyInUse)"
                    }
                } catch { words = "threw \(error.localizedDescription)" }
                one(words)
            }
        default:
            manager.delegate = teller
            manager.startMonitoringSignificantLocationChanges()
            manager.startMonitoringVisits()
            manager.startUpdatingHeading()
            let home = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)
            manager.startMonitoring(for: CLCircularRegion(center: home, radius: 100, identifier: "home"))
            say("heading available \(CLLocationManager.headingAvailable())")
            manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
            let session = CLServiceSession(authorization: .whenInUse)
            Task {
                for await _ in session.diagnostics { say("a session") }
                let monitor = await CLMonitor("places")
                do {
                    for try await _ in await monitor.events { say("an event") }
                } catch { say("monitor failure \((error as? CLError)?.code.rawValue ?? -1)") }
                one("done")
            }
        }
    }
}

struct Late: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "late", provider: Provider(kind: "late")) { WidgetContent($0.text) }
    }
}

struct Live: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "live", provider: Provider(kind: "live")) { WidgetContent($0.text) }
            .configurationDisplayName("Live place")
            .description("Where the machine is.")
            .supportedFamilies([.accessoryInline, .systemSmall])
    }
}

struct Others: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "others", provider: Provider(kind: "others")) { WidgetContent($0.text) }
    }
}

struct PortedWidgets: WidgetBundle {
    @WidgetBundleBuilder var body: some Widget {
        Late()
        Live()
        Others()
    }
}
