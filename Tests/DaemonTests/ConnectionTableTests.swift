@testable import Daemon
import LocationModel
import Testing
import WaymarkEngine
import World


@Suite("A table of connections")
struct ConnectionTableTests {
    private func connection(_ number: UInt64) -> VarlinkServer.ConnectionID {
        VarlinkServer.ConnectionID(rawValue: number)
    }

    private func caller(_ user: UInt32) -> Caller {
        Caller(user: UserIdentifier(user))
    }

    @Test("knows an app by its newest open connection, and by none once all have ended or are other apps")
    func claims() throws {
        let user = UserIdentifier(1000)
        let weather = AppKey(user: user, app: try #require(AppIdentifier("org.example.Weather")))
        let tides = AppKey(user: user, app: try #require(AppIdentifier("org.example.Tides")))
        let verified = AppVerification.verified(.userUnit(try #require(UnitName("weather.service"))))
        let claimed = AppVerification.claimed(.unidentified(.loginSession))
        var table = ClientTable(Configuration(), on: SimulatedKernel())
        for number in 1...3 as ClosedRange<UInt64> {
            table.add(connection(number), caller(1000), .unidentified(.loginSession))
        }
        #expect(table.verification(of: weather) == nil)
        table.note(verified, of: weather, by: connection(1))
        table.note(claimed, of: weather, by: connection(2))
        // That of which nobody else says so may be the one that asks.
        table.note(verified, of: weather, by: connection(3))
        #expect(table.verification(of: weather) == claimed && table.verification(of: tides) == nil)
        table.remove(connection(3))
        let others = AppKey(user: UserIdentifier(1001), app: weather.app)
        #expect(table.verification(of: others) == nil)
        // The same connection says that it is another app.
        table.note(claimed, of: tides, by: connection(2))
        #expect(table.verification(of: weather) == verified && table.verification(of: tides) == claimed)
        table.remove(connection(1))
        table.remove(connection(1))
        #expect(table.verification(of: weather) == nil && table.verification(of: tides) == claimed)
        table.remove(connection(2))
        #expect(table.verification(of: tides) == nil)
    }
}
