import CTestSupport
import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

@Suite("A change of the sealing key that fails", .ownThreads, .timeLimit(.minutes(10)))
struct RekeyingFaultTests: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("at any operation of the disk loses nothing, not after a kill, a power cut or another try either")
    func disk() async throws {
        // In memory the real disk does not slow the many attempts down.
        let folder = try TemporaryFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil)
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            faulty_disk_install()
            var failures = 0
            for isLasting in [false, true] {
                for operation in stride(from: 1 as CInt, to: 1000, by: isLasting ? 4 : 1) {
                    let directory = "\(path)/\(isLasting ? "lasting" : "once")-\(operation)"
                    let store = try openStore(in: directory).store
                    try SealedContents.write(to: store)
                    faulty_disk_arm(operation, isLasting ? 1 : 0)
                    let rekeyed = try? store.rekey()
                    let hasFailed = faulty_disk_has_failed() != 0
                    faulty_disk_arm(0, 0)
                    // Only the last step, which rewrites the files, may fail without a failure of the whole.
                    #expect(!hasFailed || rekeyed == nil || rekeyed?.remains != nil)
                    try SealedContents.check(copyOf: directory, "killed \(operation)")
                    try SealedContents.check(copyOf: directory, afterPowerCut: true, "cut off \(operation)")
                    guard hasFailed else { break }
                    failures += 1
                    try store.commit([.pendingReload(WidgetIdentifier(2), .placed)])
                    #expect(try store.rekey().remains == nil)
                    #expect(mode(of: directory + "/key.next") == nil)
                    try SealedContents.check(copyOf: directory, afterPowerCut: true, "again \(operation)")
                }
            }
            #expect(failures > 40, "\(failures)")
        }
    }

    @Test("because the process is killed between its steps is completed at the next start", arguments: 0..<5)
    func killed(step: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [state = folder.state as String, step = step as Int] in
            let store = try openStore(in: state).store
            try SealedContents.write(to: store)
            store.atRekeyingStep = { if $0 == RekeyingStep.allCases[step] { kill(getpid(), SIGKILL) } }
            _ = try store.rekey()
        }
        let keys = try folder.files().keys.filter { $0.hasPrefix("key") }
        #expect(keys.count == (RekeyingStep.allCases[step] == .keyAdopted ? 1 : 2))
        try SealedContents.check(folder.state, "killed")
        let rekeyed = try folder.withStore { try $0.store.rekey() }
        #expect(rekeyed.count == SealedContents.count)
        try SealedContents.check(folder.state, "again")
        #expect(try folder.files().keys.filter { $0.hasPrefix("key") } == ["key"])
    }
}

/// What each test seals, and must find again.
private enum SealedContents {
    /// The number of sealed values, with the checks of the key.
    static let count = 3 + 2 + decisions

    private static let decisions = 4

    static func write(to store: StateStore) throws {
        try store.commit([
            .widgetPlaced(WidgetIdentifier(1), try Sample.kind(1)),
            .widgetPlaced(WidgetIdentifier(2), try Sample.kind(1)),
            .timeline(WidgetIdentifier(1), try Sample.timeline(String(repeating: "one", count: 1500))),
            .lastNotifiedPlace(try Sample.place()),
            .accessed(try Sample.access(), number: 0),
        ])
        var decisions = Decisions()
        store.journal.write(try (0..<Self.decisions).map { _ in try decisions.next() }, at: decisions.now)
        // A power cut may undo what the journal wrote last; that is not what these tests are about.
        try store.journal.database.checkpoint()
    }

    static func check(_ directory: String, _ moment: Comment) throws {
        let opened = try openStore(in: directory)
        #expect(opened.warnings.isEmpty, moment)
        #expect(opened.state.widgets[WidgetIdentifier(1)]?.timeline != nil, moment)
        #expect(opened.state.lastNotifiedPlace != nil, moment)
        #expect(opened.state.accessLogs[UserIdentifier(1000)]?.records.count == 1, moment)
        #expect(opened.store.journal.read(Decisions.user).count == decisions, moment)
    }

    /// Checks a copy of the files as a kill or a power cut would leave them now.
    static func check(copyOf directory: String, afterPowerCut: Bool = false, _ moment: Comment) throws {
        let copy = directory + ".copy"
        try copyState(of: directory, to: copy, afterPowerCut: afterPowerCut)
        try check(copy, moment)
        for name in try Folder(copy).names(endingWith: "") { unlink("\(copy)/\(name)") }
        rmdir(copy)
    }
}
