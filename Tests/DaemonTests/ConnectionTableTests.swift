import Configuration
import LocationModel
import Testing
import Varlink
import WaymarkEngine
import WaymarkInterfaces
import World

@testable import Daemon
@testable import VarlinkSocket

@Suite("A table of connections")
struct ConnectionTableTests {
    private func connection(_ number: UInt64) -> VarlinkServer.ConnectionID {
        VarlinkServer.ConnectionID(rawValue: number)
    }

    private let server = VarlinkServer(kernel: SimulatedKernel())

    private func caller(_ user: UInt32) -> Caller {
        Caller(user: UserIdentifier(user))
    }

    @Test("has the journal's readers by what they may read: of their own user, and root of everybody")
    func journalReaders() {
        var table = StreamTable()
        for (number, user) in [(1, 0), (2, 1000), (3, 1001)] as [(UInt64, UInt32)] {
            let reader = EventStream.Reader.journal(caller(user), JournalFilter())
            table[connection(number)] = EventStream(on: server, to: connection(number), reader: reader)
        }
        func readers(_ user: UInt32?) -> [VarlinkServer.ConnectionID] {
            table.journalReaders(of: user.map { UserIdentifier($0) }).map(\.connection).sorted()
        }
        #expect(readers(0) == [connection(1)] && readers(1000) == [connection(1), connection(2)])
        #expect(readers(1001) == [connection(1), connection(3)] && readers(1002) == [connection(1)])
        #expect(readers(nil) == [connection(1), connection(2), connection(3)])
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
