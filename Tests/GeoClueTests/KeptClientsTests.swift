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
            settings: .init(
                desktopID: desktopID,
                requestedLevel: 8,
                level: .city,
                distanceThreshold: 50,
                timeThreshold: .max
            )
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

    @Test("of an earlier version are read too")
    func earlier() throws {
        for (number, text) in [(2, "b1 :1.2 1 0"), (10, "b1 :1.10 0 1"), (11, "b1 :1.11 0 2")] {
            try folder.write("\(text) 8 50 \(UInt32.max) org.example.app 4", to: "\(number).client")
        }
        #expect(clients().records() == [record(2), record(10), record(11)])
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
            "", "{}", #"{"bus":"b1"}"#, #"{"bus":"b1","record":{"number":3}}"#,
            #"{"bus":"b1","record":{"number":3,"activity":"other"}}"#,
            #"{"bus":"b1","record":{"number":3,"activity":"active","settings":{"timeThreshold":-1}}}"#,
            "b1 :1.3 1 1 8 -1 0 a 8", "b1 :1.3 1 3 8 0 0 a 8", "b1 :1.3 1 1 8 0 0 a b 8",
        ]
    )
    func damaged(_ text: String) throws {
        clients().keep(record(1))
        try folder.write(text, to: "3.client")
        try folder.write(#"{"bus":"b1","record":{"number":4,"activity":"active"}}"#, to: "four.client")
        #expect(clients().records() == [record(1)])
    }
}
