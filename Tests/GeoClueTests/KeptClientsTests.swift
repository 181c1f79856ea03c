import LinuxSystem
import SystemdService
import TestSupport
import Testing

@testable import GeoClue

@Suite("The clients that the bridge keeps for the next one")
struct KeptClientsTests: ~Copyable {
    private let folder: TemporaryFolder
    private let log = Log(threshold: .error)

    init() throws { folder = try TemporaryFolder() }

    private func clients(of bus: String = "b1") -> KeptClients {
        KeptClients(bus: bus, file: "\(folder.path)/clients", log: log)
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

    @Test("are read as they were written, the last time")
    func order() {
        let records = [record(2), record(10), record(11, desktopID: "")]
        clients().write([record(1)])
        clients().write(records)
        #expect(clients().read() == records)
    }

    @Test("are not those of programs on another bus")
    func otherBus() {
        clients().write([record(1)])
        #expect(clients(of: "b2").read().isEmpty)
    }

    @Test(
        "are none if the file is damaged",
        arguments: [
            "", "{}", #"{"bus":"b1"}"#, #"{"bus":"b1","records":[{"number":3}]}"#,
            #"{"bus":"b1","records":[{"number":3,"activity":"other"}]}"#,
            #"{"bus":"b1","records":[{"number":3,"activity":"active","settings":{"timeThreshold":-1}}]}"#,
        ]
    )
    func damaged(_ text: String) throws {
        try folder.write(text, to: "clients")
        #expect(clients().read().isEmpty)
    }
}
