import Waymark

/// The provider of the nearest place.
///
/// `WAYMARK_SOCKET` names another service than the installed one.
@main
struct Main {
    static func main() async {
        let widgets = WidgetExtension(
            app: "org.waymark.sample.nearest",
            widgets: [WidgetConfiguration(kind: "place", wantsLocation: true, provider: NearestPlace())]
        )
        await widgets.main()
    }
}
