import Testing
import WaymarkInterfaces

@Suite("Interface descriptions")
struct InterfaceTextTests {
    @Test(
        "name their interface and every method that has a Swift type",
        arguments: InterfaceText.all.indices
    )
    func complete(_ index: Int) {
        let description = InterfaceText.all[index]
        let lines = description.text.split(separator: "\n")
        #expect(lines.contains("interface \(description.name)"))
        let described = Set(
            lines.filter { $0.hasPrefix("method ") }.map { line in
                "\(description.name).\(line.dropFirst("method ".count).prefix { $0.isLetter })"
            }
        )
        #expect(described == methods.filter { $0.hasPrefix(description.name + ".") })
    }

    private let methods: Set<String> = [
        HostInterface.Place.method, HostInterface.Remove.method, HostInterface.SetVisibility.method,
        HostInterface.Watch.method, InspectInterface.GetStatus.method, InspectInterface.ListWidgets.method,
        InspectInterface.Explain.method, InspectInterface.WatchDecisions.method,
        InspectInterface.WatchReceivers.method,
        SettingsInterface.Authorize.method, SettingsInterface.ListApps.method,
        WidgetsInterface.Serve.method, WidgetsInterface.DeliverTimeline.method,
        WidgetsInterface.FailTimeline.method, WidgetsInterface.ReloadTimelines.method,
    ]
}
