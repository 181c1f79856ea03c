// The widget extension of an iOS app: only the content of the configuration is not a view.
import CoreLocation
import WidgetKit

struct NearestTownEntry: TimelineEntry {
    enum Face {
        case town(String, kilometers: Double)
        case unauthorized
        case notAvailable
    }

    let date: Date
    let face: Face
}

final class WidgetLocationManager: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private var handlers: [(Result<CLLocation, Error>) -> Void] = []

    var isAuthorized: Bool { manager.isAuthorizedForWidgetUpdates }

    override init() {
        super.init()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyKilometer
    }

    func fetchLocation(handler: @escaping (Result<CLLocation, Error>) -> Void) {
        handlers.append(handler)
        manager.requestLocation()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard let location = locations.last else { return }
        finish(.success(location))
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        finish(.failure(error))
    }

    private func finish(_ result: Result<CLLocation, Error>) {
        let waiting = handlers
        handlers = []
        for handler in waiting { handler(result) }
    }
}

struct Provider: TimelineProvider {
    private let locations = WidgetLocationManager()

    private static let towns = [
        ("Freiburg", CLLocation(latitude: 47.997, longitude: 7.843)),
        ("Basel", CLLocation(latitude: 47.558, longitude: 7.588)),
        ("Berlin", CLLocation(latitude: 52.517, longitude: 13.389)),
    ]

    func placeholder(in context: Context) -> NearestTownEntry {
        NearestTownEntry(date: Date(), face: .town("-", kilometers: 0))
    }

    func getSnapshot(in context: Context, completion: @escaping (NearestTownEntry) -> Void) {
        completion(NearestTownEntry(date: Date(), face: .town("Freiburg", kilometers: 1.2)))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<NearestTownEntry>) -> Void) {
        guard locations.isAuthorized else {
            let entry = NearestTownEntry(date: Date(), face: .unauthorized)
            return completion(Timeline(entries: [entry], policy: .never))
        }
        locations.fetchLocation { result in
            let face: NearestTownEntry.Face =
                switch result {
                case .success(let location): Self.nearest(to: location)
                case .failure: .notAvailable
                }
            completion(Timeline(entries: [NearestTownEntry(date: Date(), face: face)], policy: .never))
        }
    }

    private static func nearest(to location: CLLocation) -> NearestTownEntry.Face {
        let distances = towns.map { (name: $0.0, meters: $0.1.distance(from: location)) }
        guard let nearest = distances.min(by: { $0.meters < $1.meters }) else { return .notAvailable }
        return .town(nearest.name, kilometers: nearest.meters / 1000)
    }
}

@main
struct NearestTownWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "nearest-town", provider: Provider()) { entry in
            switch entry.face {
            case .town(let name, let kilometers):
                WidgetContent(name, detail: String(format: "%.1f km away", kilometers), class: "fix")
            case .unauthorized: WidgetContent("Location off", class: "denied")
            case .notAvailable: WidgetContent("Somewhere", class: "unavailable")
            }
        }
        .configurationDisplayName("Nearest town")
        .description("The town that is nearest to where you are.")
        .supportedFamilies([.systemSmall, .accessoryInline])
    }
}
