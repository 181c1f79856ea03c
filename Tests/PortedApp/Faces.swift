import CoreLocation
import WidgetKit

private struct Face: TimelineEntry {
    let date: Date
    let size: CGSize
}

private struct Faces: TimelineProvider {
    func placeholder(in context: Context) -> Face { Face(date: .now, size: context.displaySize) }

    func getSnapshot(in context: Context, completion: @escaping (Face) -> Void) {
        completion(placeholder(in: context))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<Face>) -> Void) {
        completion(Timeline(entries: [placeholder(in: context)], policy: .atEnd))
    }
}

struct CornerWidget: Widget {
    private var families: [WidgetFamily] { [.accessoryCorner, .accessoryCircular] }

    var body: some WidgetConfiguration {
        guard #available(iOS 17.0, *) else {
            return StaticConfiguration(kind: "corner", provider: Faces()) { _ in WidgetContent("-") }
                .supportedFamilies(families)
        }
        return StaticConfiguration(kind: "corner", provider: Faces()) { WidgetContent("\($0.size.width)") }
            .supportedFamilies(families)
            .contentMarginsDisabled()
            .containerBackgroundRemovable(false)
            .disfavoredLocations([.standBy, .lockScreen], for: [.systemSmall])
            .onBackgroundURLSessionEvents(matching: "corner") { _, completion in completion() }
    }
}

func refresh(_ info: WidgetInfo) {
    print(info.family.description, info.configuration as Any)
    WidgetCenter.shared.invalidateConfigurationRecommendations()
    WidgetCenter.shared.invalidateRelevance(ofKind: info.kind)
}
