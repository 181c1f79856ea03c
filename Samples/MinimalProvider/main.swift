import Glibc
import Waymark

struct Where: TimelineProvider {
    struct Entry: TimelineEntry {
        let date: Date
        let text: String
    }

    func timeline(in context: Context) async -> Timeline<Entry> {
        let text =
            switch context.location {
            case .location(let place):
                "\(place.coordinate.latitudeDegrees) \(place.coordinate.longitudeDegrees)"
            case .unauthorized: "unauthorized"
            case .notAvailable, .notWanted: "unavailable"
            }
        return Timeline(entries: [Entry(date: .now, text: text)], policy: .never)
    }
}

guard CommandLine.arguments.count == 3 else {
    let usage = "usage: waymark-sample-minimal APP KIND\n"
    _ = unsafe write(STDERR_FILENO, usage, usage.utf8.count)
    exit(2)
}
let (app, kind) = (CommandLine.arguments[1], CommandLine.arguments[2])
await WidgetExtension(app: app, widgets: [StaticConfiguration(kind: kind, provider: Where())]).main()
