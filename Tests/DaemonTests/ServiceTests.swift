import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces
import WaymarkLab

@Suite("The whole service on a kernel in memory")
struct ServiceTests {
    private let app = "org.example.app"

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
        _ = try own.serve(app)
        let other = try service.connect(app: "org.example.other")
        let failure = try other.failure(LocationInterface.GetLocation(app: app))
        #expect(failure.name == "AppMismatch")
        let apps = try service.connect().call(SettingsInterface.ListApps()).apps
        #expect(apps.map(\.app) == [app] && apps.first?.verification == .userUnit, "\(apps)")
    }

    @Test("logs the access of an app that lists its regions, once it is told on which side of them it is")
    func listing() throws {
        let service = try ServiceInMemory()
        let person = try service.connect()
        try person.simulatePlace()
        try person.call(SettingsInterface.Authorize(app: app, status: .authorizedAlways))
        let circle = MonitorInterface.Circle(latitudeDegrees: 52, longitudeDegrees: 13, radiusMeters: 5000)
        try person.call(MonitorInterface.AddRegion(app: app, monitor: "m", identifier: "x", circle: circle))
        #expect(try person.call(SettingsInterface.ListAccesses()).accesses.isEmpty)
        try service.advance(by: .seconds(120))
        for _ in 0..<3 {
            let region = try person.call(MonitorInterface.ListRegions(app: app)).regions.first
            #expect(region?.state == .satisfied)
        }
        let accesses = try person.call(SettingsInterface.ListAccesses()).accesses
        #expect(accesses.map(\.app) == [app] && accesses.first?.ground == .always)
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
