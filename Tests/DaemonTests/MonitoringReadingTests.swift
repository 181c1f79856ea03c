import LocationModel
import Testing
import WaymarkInterfaces

@Suite("An app that only lists its regions")
struct MonitoringReadingTests {
    @Test("is in the access log once it is told on which side of their edges the machine is")
    func listing() throws {
        let service = try ServiceInMemory()
        let person = try service.connect()
        let app = "org.example.app"
        let place = SimulationInterface.SimulatedLocation(latitudeDegrees: 52, longitudeDegrees: 13)
        try person.call(SimulationInterface.Simulate(location: place))
        try person.call(SettingsInterface.Authorize(app: app, status: .authorizedAlways))
        let circle = MonitorInterface.Circle(latitudeDegrees: 52, longitudeDegrees: 13, radiusMeters: 5000)
        try person.call(
            MonitorInterface.AddRegion(app: app, monitor: "m", identifier: "here", circle: circle)
        )
        #expect(try person.call(SettingsInterface.ListAccesses()).accesses.isEmpty)
        try service.advance(by: .seconds(120))
        for _ in 0..<3 {
            let region = try person.call(MonitorInterface.ListRegions(app: app)).regions.first
            #expect(region?.state == .satisfied)
        }
        let accesses = try person.call(SettingsInterface.ListAccesses()).accesses
        #expect(accesses.map(\.app) == [app] && accesses.first?.ground == .always)
    }
}
