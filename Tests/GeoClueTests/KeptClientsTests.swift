import LinuxSystem
import SystemdService
import TestSupport
import Testing

@testable import GeoClue

@Suite("The clients that the bridge keeps for the next one")
struct KeptClientsTests: ~Copyable {
    private let folder: TemporaryFolder
    private let log = Log(identifier: "test", threshold: .error)

    init() throws { folder = try TemporaryFolder() }

    private func clients(of bus: String = "b1") -> KeptClients {
        KeptClients(for: bus, in: folder.path, log)
    }

    private func record(_ number: Int, desktopID: String = "org.example.app") -> KeptClients.Record {
        .init(
            number: number,
            peer: ":1.\(number)",
            isOwn: number == 2,
            activity: number == 10 ? .active : number == 11 ? .withheld : .stopped,
            level: 8,
            coarsestLevel: 4,
            distanceThreshold: 50,
            timeThreshold: .max,
            desktopID: desktopID
        )
    }

    @Test("are read as they were written, in the order of their numbers, until they are forgotten")
    func order() {
        let records = [record(2), record(10), record(11, desktopID: "")]
        for record in records.reversed() { clients().keep(record) }
        #expect(clients().records() == records)
        clients().forget(10)
        #expect(clients().records().map(\.number) == [2, 11])
    }

    @Test("are not those of programs on another bus, whose files go")
    func otherBus() throws {
        clients().keep(record(1))
        #expect(clients(of: "b2").records().isEmpty)
        #expect(try Folder(folder.path).names(endingWith: "").isEmpty)
    }

    @Test(
        "lack those whose file is damaged, which does not keep the others away",
        arguments: [
            "", "b1", "b1 :1.3 1 1 x 0 0 a", "b1 :1.3 1 1 8 -1 0 a", "b1 :1.3 1 1 8 0 0 a b",
            "b1 :1.3 1 3 8 0 0 a 8", "b1 :1.3 1 1 8 0 0 a 8 8",
        ]
    )
    func damaged(_ text: String) throws {
        clients().keep(record(1))
        try folder.write(text, to: "3.client")
        try folder.write("b1 :1.4 1 1 8 0 0 a", to: "four.client")
        #expect(clients().records() == [record(1)])
    }
}
