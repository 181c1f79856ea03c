import Waymark

/// The widget of the nearest place.
///
/// `WAYMARK_SOCKET` names another service than the installed one.
@main
struct NearestPlaceWidget: Widget {
    static let app = "org.waymark.sample.nearest"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "place", provider: NearestPlace())
            .configurationDisplayName("Nearest place")
            .supportedFamilies([.inline, .small])
    }
}
