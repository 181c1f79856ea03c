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

    private let server: VarlinkServer

    init() throws {
        let description = try ServiceDescription(
            vendor: "",
            product: "",
            version: "",
            url: "",
            interfaces: Interfaces.texts
        )
        server = VarlinkServer(description, kernel: SimulatedKernel())
    }

    private func stream(_ number: UInt64, _ reader: EventStream.Reader) -> EventStream {
        EventStream(on: server, to: connection(number), reader: reader)
    }

    private func caller(_ user: UInt32) -> Caller {
        Caller(user: UserIdentifier(user))
    }

    @Test("forgets a stream that has ended, and one that another has replaced")
    func streams() {
        var table = StreamTable()
        table[connection(1)] = stream(1, .receivers(caller(1000)))
        table[connection(2)] = stream(2, .record(WaitingRecord([])))
        table[connection(3)] = stream(3, .journal(caller(1000), JournalFilter()))
        #expect(table.receiverWatchers.map(\.connection) == [connection(1)])
        #expect(table.recordReaders.map(\.connection) == [connection(2)])
        table[connection(1)] = stream(1, .journal(caller(1000), JournalFilter()))
        #expect(table.receiverWatchers.map(\.connection).isEmpty)
        #expect(table.journalReaders(of: UserIdentifier(1000)).count == 2)
        for number in 1...3 as ClosedRange<UInt64> {
            let removed = table.remove(connection(number))
            #expect(removed?.connection == connection(number))
            #expect(table[connection(number)] == nil)
        }
        #expect(table.recordReaders.isEmpty && table.journalReaders(of: nil).isEmpty)
        #expect(table.journalReaders(of: UserIdentifier(1000)).isEmpty)
    }

    @Test("has the journal's readers by what they may read: of their own user, and root of everybody")
    func journalReaders() {
        var table = StreamTable()
        for (number, user) in [(1, 0), (2, 1000), (3, 1001)] as [(UInt64, UInt32)] {
            table[connection(number)] = stream(number, .journal(caller(user), JournalFilter()))
        }
        func readers(_ user: UInt32?) -> [VarlinkServer.ConnectionID] {
            table.journalReaders(of: user.map { UserIdentifier($0) }).map(\.connection).sorted()
        }
        #expect(readers(0) == [connection(1)])
        #expect(readers(1000) == [connection(1), connection(2)])
        #expect(readers(1001) == [connection(1), connection(3)])
        #expect(readers(1002) == [connection(1)])
        #expect(readers(nil) == [connection(1), connection(2), connection(3)])
    }

    @Test("has the open connections of each user, and of everybody")
    func callers() {
        var table = ClientTable(Configuration(), on: SimulatedKernel())
        for (number, user) in [(1, 1000), (2, 1000), (3, 1001)] as [(UInt64, UInt32)] {
            table.add(connection(number), caller(user), .unidentified(.loginSession))
        }
        #expect(table.connections(of: UserIdentifier(1000)).sorted() == [connection(1), connection(2)])
        #expect(table.connections(of: nil).count == 3)
        table.remove(connection(1))
        #expect(table[connection(1)] == nil && table[connection(2)]?.caller.user == UserIdentifier(1000))
        #expect(table.connections(of: UserIdentifier(1000)) == [connection(2)])
        #expect(table.connections(of: UserIdentifier(1001)) == [connection(3)])
        table.remove(connection(2))
        #expect(table.connections(of: UserIdentifier(1000)).isEmpty)
        #expect(table.connections(of: nil) == [connection(3)])
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
