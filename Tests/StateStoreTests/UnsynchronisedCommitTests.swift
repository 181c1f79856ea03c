import CFaultyDisk
import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import StateStore

@Suite("A commit that was written and not synchronised", .ownThreads, .timeLimit(.minutes(10)))
struct UnsynchronisedCommitTests {
    /// Copies the files of a state directory; with `isCut`, as a power cut would leave them.
    private static func copy(_ directory: String, to copy: String, isCut: Bool) throws {
        mkdir(copy, 0o700)
        for name in try Folder(directory).names(endingWith: "")
        where name != "lock" && !name.hasSuffix("-shm") {
            let isDatabase = name.contains(".db")
            guard !isCut || !name.hasSuffix(".synced") else { continue }
            let bytes = try contentsOfFile(
                "\(directory)/\(name)\(isCut && isDatabase ? ".synced" : "")",
                atMost: 1 << 26
            )
            try AtomicFile.write(bytes, to: "\(copy)/\(name)", permissions: isDatabase ? 0o600 : 0o400)
        }
    }

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
                    try Self.copy(directory, to: killed, isCut: false)
                }
                let opened = try StateStore.open(directory: killed, keySource: ownKey)
                let grants = opened.state.grants
                if grants[app] != nil { read += 1 }
                try Self.copy(killed, to: cut, isCut: true)
                let after = try StateStore.open(directory: cut, keySource: ownKey)
                #expect(after.state.grants == grants, "operation \(operation)")
            }
            #expect(read > 0)
        }
    }
}
