import LinuxSystem
import LocationModel
import Testing
import WaymarkEngine
import WaymarkLab

@testable import Daemon

@Suite("A table of connections")
struct ConnectionTableTests {
    private func connection(_ number: UInt64) -> VarlinkServer.ConnectionID {
        VarlinkServer.ConnectionID(Poller.Token(rawValue: number))
    }

    private func caller(_ user: UInt32) -> Caller {
        Caller(user: UserIdentifier(user))
    }

    @Test("finds the newest open connection of an app, and none once all are closed or belong to other apps")
    func claims() throws {
        let user = UserIdentifier(1000)
        let weather = AppKey(user: user, app: try #require(AppIdentifier("org.example.Weather")))
        let tides = AppKey(user: user, app: try #require(AppIdentifier("org.example.Tides")))
        let verified = AppVerification.verified(.userUnit(try #require(UnitName("weather.service"))))
        let claimed = AppVerification.claimed(.unidentified(.loginSession))
        var table = ClientTable(Configuration(), on: SimulatedKernel())
        for number in 1...3 as ClosedRange<UInt64> {
            table[connection(number)] = ClientTable.Client(
                caller: caller(1000),
                attribution: .unidentified(.loginSession)
            )
        }
        #expect(table.verification(of: weather) == nil)
        table[connection(1)]?.claim = (weather, verified)
        table[connection(2)]?.claim = (weather, claimed)
        // That of which nobody else says so may be the one that asks.
        table[connection(3)]?.claim = (weather, verified)
        #expect(table.verification(of: weather) == claimed && table.verification(of: tides) == nil)
        table[connection(3)] = nil
        let others = AppKey(user: UserIdentifier(1001), app: weather.app)
        #expect(table.verification(of: others) == nil)
        // The same connection says that it is another app.
        table[connection(2)]?.claim = (tides, claimed)
        #expect(table.verification(of: weather) == verified && table.verification(of: tides) == claimed)
        table[connection(1)] = nil
        table[connection(1)] = nil
        #expect(table.verification(of: weather) == nil && table.verification(of: tides) == claimed)
        table[connection(2)] = nil
        #expect(table.verification(of: tides) == nil)
    }
}
