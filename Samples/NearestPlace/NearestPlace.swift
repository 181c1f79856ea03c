import Waymark

/// A widget that names the nearest place of a list, and how far away it is.
///
/// Its faces: the place, a place that may be out of date, no permission, and no location.
struct NearestPlace: TimelineProvider {
    struct Entry: TimelineEntry {
        let date: Date
        let text: String
        let detail: String

        /// A style class for the host, by convention.
        let `class`: String
    }

    /// The seconds for which a place is shown as the present one if nothing newer is known.
    private static let staleAfter: Double = 30 * 60

    func timeline(in context: Context) async -> Timeline<Entry> {
        switch context.location {
        case .location(let location): nearby(location)
        case .unauthorized:
            face("not allowed", "the person has not allowed the location", "unauthorized")
        case .notAvailable(.insufficientlyInUse):
            face("not in view", "it is looked up again when the widget is in view", "unavailable")
        case .notAvailable(.pausedByPerson):
            face("paused", "the person has paused the location of all apps", "unavailable")
        case .notAvailable: face("searching", "no receiver has a fix", "unavailable")
        case .notWanted: face("no location", "the manifest says that it wants none", "unavailable")
        }
    }

    /// Returns the place now, and the same marked as old from half an hour on.
    ///
    /// The service asks again after a significant change, so the mark is seen only if the location is not known any more,
    /// or the widget has long been out of view.
    private func nearby(_ location: Location) -> Timeline<Entry> {
        let place = Place.nearest(to: location.coordinate)
        let distance = location.coordinate.distanceMeters(to: place.coordinate)
        let uncertainty = location.horizontalAccuracyMeters.map { ", give or take \(kilometers($0))" } ?? ""
        let detail = "\(kilometers(distance)) away\(uncertainty)"
        let now = Date.now
        return Timeline(
            entries: [
                Entry(date: now, text: place.name, detail: detail, class: "near"),
                Entry(
                    date: now.addingTimeInterval(Self.staleAfter),
                    text: "\(place.name)?",
                    detail: "half an hour ago: \(detail)",
                    class: "stale"
                ),
            ],
            policy: .never
        )
    }

    private func face(_ text: String, _ detail: String, _ style: String) -> Timeline<Entry> {
        Timeline(entries: [Entry(date: .now, text: text, detail: detail, class: style)], policy: .never)
    }
}

/// Returns a distance with one decimal place below 10 km.
private func kilometers(_ meters: Double) -> String {
    let tenths = Int((meters / 100).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) km" : "\((tenths + 5) / 10) km"
}
