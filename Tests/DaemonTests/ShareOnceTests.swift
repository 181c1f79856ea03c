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
        let place = SimulationInterface.SimulatedLocation(latitudeDegrees: 52, longitudeDegrees: 13)
        try person.call(SimulationInterface.Simulate(location: place))
        let kinds = [WidgetsInterface.KindDeclaration(kind: "where", wantsLocation: true)]
        let app = "org.example.app"
        let first = try provider.open(WidgetsInterface.Serve(app: app, kinds: kinds))
        let session = try #require(first.first?.session)
        let widget = try person.call(HostInterface.Place(app: app, kind: "where")).widget
        func answer() throws -> WidgetsInterface.Reload {
            let reload = try #require(
                try provider.events(WidgetsInterface.Serve.Reply.self).compactMap(\.reload).last
            )
            try person.call(
                WidgetsInterface.DeliverTimeline(
                    session: session,
                    request: reload.request,
                    entries: [.init(date: reload.deadline, content: RawJSON(checked: #"{"x":1}"#))],
                    policy: .never
                )
            )
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
        #expect(
            try person.failure(HostInterface.ShareOnce(widget: widget, session: session)).name
                == "UnknownSession"
        )

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
