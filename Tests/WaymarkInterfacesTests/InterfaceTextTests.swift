import Testing
import Varlink
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

    @Test("name every error that has a Swift type, and no other", arguments: InterfaceText.all)
    func errors(_ description: InterfaceText) throws {
        let definition = try InterfaceDefinition(description.text)
        let described = Set(definition.failures.map { "\(description.name).\($0.name)" })
        #expect(described == failures.filter { $0.hasPrefix(description.name + ".") })
    }

    private let failures: Set<String> = [
        HostInterface.StateNotSaved.name, HostInterface.UnknownKind.name, HostInterface.UnknownSession.name,
        HostInterface.UnknownWidget.name, InspectInterface.UnknownWidget.name,
        LocationInterface.AppMismatch.name, LocationInterface.MissingPurpose.name,
        LocationInterface.StateNotSaved.name, LocationInterface.TooManyRequests.name,
        LocationInterface.UnknownSession.name,
        SettingsInterface.BadManifest.name, SettingsInterface.NotAChoice.name,
        SettingsInterface.PromptOver.name, SettingsInterface.RekeyFailed.name,
        SettingsInterface.StateNotSaved.name, SettingsInterface.TooManyManifests.name,
        SettingsInterface.UnknownManifest.name, SettingsInterface.UnknownPrompt.name,
        SettingsInterface.UnknownSession.name, WidgetsInterface.AppMismatch.name,
        WidgetsInterface.RequestOver.name, WidgetsInterface.StateNotSaved.name,
        WidgetsInterface.UnknownKind.name, WidgetsInterface.UnknownSession.name,
        WidgetsInterface.UnknownWidget.name,
    ]

    private let methods: Set<String> = [
        HostInterface.Place.method, HostInterface.Remove.method, HostInterface.SetVisibility.method,
        HostInterface.SetAppVisibility.method, HostInterface.Watch.method, InspectInterface.GetStatus.method,
        InspectInterface.ListWidgets.method,
        InspectInterface.Explain.method, InspectInterface.WatchDecisions.method,
        InspectInterface.WatchReceivers.method,
        LocationInterface.GetLocation.method,
        LocationInterface.Open.method, LocationInterface.RequestAuthorization.method,
        LocationInterface.RequestTemporaryFullAccuracy.method, SettingsInterface.Agent.method,
        SettingsInterface.AnswerPrompt.method, SettingsInterface.Authorize.method,
        SettingsInterface.GetServices.method, SettingsInterface.ListAccesses.method,
        SettingsInterface.ListApps.method, SettingsInterface.RegisterManifest.method,
        SettingsInterface.Rekey.method, SettingsInterface.Reset.method,
        SettingsInterface.SwitchServices.method, SettingsInterface.WithdrawManifest.method,
        WidgetsInterface.Serve.method, WidgetsInterface.DeliverTimeline.method,
        WidgetsInterface.FailTimeline.method, WidgetsInterface.ReloadTimelines.method,
    ]
}
