import CFaultyDisk
import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import StateStore

@Suite("A commit that was written and not synchronised", .ownThreads, .timeLimit(.minutes(10)))
struct UnsynchronisedCommitTests {
    @Test("is not taken back by a power cut once the next start has read it")
    func powerCut() async throws {
        let folder = try TemporaryFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil)
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            faulty_disk_install()
            var read = 0
            for operation in 1 as CInt..<20 {
                let (killed, cut) = ("\(path)/killed-\(operation)", "\(path)/cut-\(operation)")
                let app = try Sample.app(1)
                do {
                    let directory = "\(path)/\(operation)"
                    let store = try StateStore.open(directory: directory, keySource: ownKey).store
                    try store.commit([.widgetPlaced(WidgetIdentifier(1), try Sample.kind(1))])
                    faulty_disk_arm(operation, 0)
                    try? store.commit([.grant(app, Grant(status: .denied))])
                    faulty_disk_arm(0, 0)
                    try copyState(of: directory, to: killed, afterPowerCut: false)
                }
                let opened = try StateStore.open(directory: killed, keySource: ownKey)
                let grants = opened.state.grants
                if grants[app] != nil { read += 1 }
                try copyState(of: killed, to: cut, afterPowerCut: true)
                let after = try StateStore.open(directory: cut, keySource: ownKey)
                #expect(after.state.grants == grants, "operation \(operation)")
            }
            #expect(read > 0)
        }
    }
}
