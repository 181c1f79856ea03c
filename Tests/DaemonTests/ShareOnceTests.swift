import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@Suite("A location that a click shares")
struct ShareOnceTests {
    @Test("reaches the provider without a permission, is listed as such, and each refusal says why")
    func call() throws {
        let service = try ServiceInMemory()
        let (person, provider, host) = (try service.connect(), try service.connect(), try service.connect())
        try person.simulatePlace()
        let app = "org.example.app"
        let session = try provider.serve(app)
        let widget = try person.call(HostInterface.Place(app: app, kind: "where")).widget
        func answer() throws -> WidgetsInterface.Reload {
            let events = try provider.events(WidgetsInterface.Serve.Reply.self)
            let reload = try #require(events.compactMap(\.reload).last)
            try person.answer(reload, session)
            return reload
        }
        #expect(try answer().locationAbsence == .unauthorized)
        let opened = try host.open(HostInterface.Watch())
        let view = try #require(opened.first?.session)
        #expect(opened.first?.widgets?.map(\.shareable) == [true])

        let share = HostInterface.ShareOnce(widget: widget, session: view)
        let refused = try person.failure(share)
        #expect(refused.name == "NotShared" && refused.parameters["why"]?.text == "notInView")
        #expect(refused.parameters["reason"]?.text?.contains("in view") ?? false)
        #expect(try person.failure(HostInterface.ShareOnce(widget: "w9")).name == "UnknownWidget")
        let ofProvider = HostInterface.ShareOnce(widget: widget, session: session)
        #expect(try person.failure(ofProvider).name == "UnknownSession")

        try person.call(HostInterface.SetVisibility(widget: widget, visible: true, session: view))
        try person.call(share)
        try service.advance(by: .seconds(5))
        #expect(try answer().location?.coordinate.latitudeDegrees == 52)
        let shown = try host.events(HostInterface.Watch.Reply.self).compactMap(\.widget).last
        #expect(shown?.status == .fix && shown?.entry?.content == RawJSON(checked: #"{"x":1}"#))
        let access = try #require(try person.call(SettingsInterface.ListAccesses()).accesses.first)
        #expect(access.ground == .sharedOnce && access.widget == widget && access.accuracy == .full)
        #expect(try person.call(InspectInterface.GetStatus()).consumers.isEmpty)
    }
}
