import Waymark

/// A widget that shows where the machine is, or why it does not know.
struct WhereAmI: TimelineProvider {
    struct Entry: TimelineEntry {
        let date: Date
        let text: String
        let detail: String

        /// A style class for the host, by convention.
        let `class`: String
    }

    /// Returns the content that hosts show before the first timeline.
    func placeholder(in context: Context) -> Entry? {
        Entry(date: .now, text: "somewhere", detail: "not known yet", class: "waiting")
    }

    /// Returns sample data for a gallery, for which no location is needed.
    func snapshot(in context: Context) async -> Entry {
        Entry(date: .now, text: "52.51630 N, 13.37770 E", detail: "within 3 m", class: "fix")
    }

    func timeline(in context: Context) async -> Timeline<Entry> {
        let entry =
            switch context.location {
            case .location(let location):
                Entry(
                    date: .now,
                    text: "\(degrees(location.coordinate.latitudeDegrees, "N", "S")), "
                        + degrees(location.coordinate.longitudeDegrees, "E", "W"),
                    detail: location.horizontalAccuracyMeters.map { "within \(Int($0.rounded(.up))) m" }
                        ?? "accuracy unknown",
                    class: "fix"
                )
            case .unauthorized:
                Entry(date: .now, text: "not allowed to know", detail: "the person decides", class: "denied")
            case .notAvailable(.insufficientlyInUse):
                Entry(
                    date: .now,
                    text: "not in view recently",
                    detail: "updates when in view",
                    class: "unavailable"
                )
            case .notAvailable(.pausedByPerson):
                Entry(date: .now, text: "paused", detail: "the person decides", class: "unavailable")
            case .notAvailable:
                Entry(date: .now, text: "do not know yet", detail: "no fix", class: "unavailable")
            case .notWanted:
                Entry(date: .now, text: "do not ask", detail: "declared without location", class: "ready")
            }
        say(
            "reload widget=\(context.widget) reason=\(context.reason.rawValue) class=\(entry.class) \(entry.text)"
        )
        // The service reloads the widget after a significant change; nothing else would change its text.
        return Timeline(entries: [entry], policy: .never)
    }
}

/// Returns degrees with five decimal places (about a metre) and the hemisphere.
private func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let scaled = Int((value.magnitude * 100_000).rounded())
    let decimals = String(scaled % 100_000)
    let zeros = String(repeating: "0", count: 5 - decimals.count)
    return "\(scaled / 100_000).\(zeros)\(decimals) \(value < 0 ? negative : positive)"
}
