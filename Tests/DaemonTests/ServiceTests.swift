import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces
import World

@Suite("The whole service on a kernel in memory")
struct ServiceTests {
    private let app = "org.example.app"

    private func serve(_ provider: ClientInMemory) throws -> [WidgetsInterface.Serve.Reply] {
        let kinds = [WidgetsInterface.KindDeclaration(kind: "where", wantsLocation: true)]
        return try provider.open(WidgetsInterface.Serve(app: app, kinds: kinds))
    }

    private func simulate(_ latitude: Double, _ client: ClientInMemory) throws {
        let place = SimulationInterface.SimulatedLocation(latitudeDegrees: latitude, longitudeDegrees: 13)
        try client.call(SimulationInterface.Simulate(location: place))
    }

    @Test("asks a provider for a timeline with the place, and shows its host what it delivers")
    func timeline() throws {
        let service = try ServiceInMemory()
        let person = try service.connect()
        try simulate(52, person)
        try person.call(
            SettingsInterface.Authorize(app: app, status: .authorizedWhenInUse, widgets: .granted)
        )
        // The kind has to be known before a widget of it is placed.
        let before = try service.connect()
        _ = try serve(before)
        try before.disconnect()
        let widget = try person.call(HostInterface.Place(app: app, kind: "where")).widget
        let host = try service.connect()
        let view = try #require(try host.open(HostInterface.Watch(widgets: [widget])).first?.session)
        try person.call(HostInterface.SetVisibility(widget: widget, visible: true, session: view))
        try service.advance(by: .seconds(5))
        let provider = try service.connect()
        let events = try serve(provider)
        let session = try #require(events.first?.session)
        let reload = try #require(events.compactMap(\.reload).last)
        #expect(reload.widget == widget && reload.location?.coordinate.latitudeDegrees == 52, "\(events)")
        let entry = WidgetsInterface.Entry(date: reload.deadline, content: RawJSON(checked: #"{"x":1}"#))
        let calls = try service.connect()
        try calls.call(
            WidgetsInterface.DeliverTimeline(
                session: session,
                request: reload.request,
                entries: [entry],
                policy: .never
            )
        )
        let views = try host.events(HostInterface.Watch.Reply.self).compactMap(\.widget)
        #expect(views.last?.entry?.content == RawJSON(checked: #"{"x":1}"#))
    }

    @Test("shows that it is alive on a silent stream within thirty seconds, and wakes for nothing else")
    func silence() throws {
        let service = try ServiceInMemory()
        let client = try service.connect()
        let first = try client.open(HostInterface.Watch())
        #expect(first.map(\.event) == [.session])
        try service.advance(by: .seconds(20))
        #expect(try client.replies().isEmpty)
        for number in 2...4 {
            try service.advance(by: .seconds(number == 2 ? 10 : 30))
            let events = try client.events(HostInterface.Watch.Reply.self)
            #expect(events.map(\.event) == [.keepAlive] && events.map(\.sequence) == [number])
        }
        try client.disconnect()
        try service.advance(by: .seconds(60))
        let waits = service.kernel.waitCount
        try service.advance(by: .seconds(86_400))
        #expect(service.kernel.waitCount - waits <= 2)
    }

    @Test("believes what the kernel says of a program, not what the program says")
    func identity() throws {
        let service = try ServiceInMemory()
        let own = try service.connect(app: app)
        _ = try serve(own)
        let other = try service.connect(app: "org.example.other")
        let failure = try other.failure(LocationInterface.GetLocation(app: app))
        #expect(failure.name == "AppMismatch")
        let apps = try service.connect().call(SettingsInterface.ListApps()).apps
        #expect(apps.map(\.app) == [app] && apps.first?.verification == .userUnit, "\(apps)")
    }

    @Test("reads its configuration again on SIGHUP, of which a wrong one changes nothing")
    func reload() throws {
        let service = try ServiceInMemory(configuration: "[Widgets]\nInUseWindow=7min\n")
        let client = try service.connect()
        func window() throws -> Double { try client.call(InspectInterface.GetStatus()).inUseWindowSeconds }
        #expect(try window() == 420)
        try service.reload(configuration: "[Widgets]\nInUseWindow=8min\n")
        #expect(try window() == 480)
        // It says so on standard error, as to any service manager.
        try service.reload(configuration: "[Widgets]\nInUseWindow=soon\n")
        #expect(try window() == 480)
    }
}
