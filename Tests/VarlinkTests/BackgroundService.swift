import Glibc
import LinuxSystem
import TestSupport
import Varlink
import VarlinkSocket

/// The test's service on a thread of its own, for clients that block theirs.
final class BackgroundService {
    private final class Shared: Sendable {
        let wakeUp: WakeUp
        let path: String
        let isListening = Guarded(false)
        let isOver = Guarded(false)

        init(_ path: String) throws {
            wakeUp = try WakeUp()
            self.path = path
        }
    }

    let path: String
    private let folder: TemporaryFolder
    private let shared: Shared
    private let thread: TestThread

    init() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let shared = try Shared(path)
        self.path = path
        self.shared = shared
        thread = try TestThread { try? BackgroundService.run(shared) }
        self.folder = folder
        // The socket's file alone does not say it: it is there before anybody listens.
        while !shared.isListening.withLock({ $0 }) { sched_yield() }
    }

    deinit {
        shared.isOver.withLock { $0 = true }
        shared.wakeUp.signal()
    }

    private static func run(_ shared: Shared) throws {
        let kernel = try LinuxKernel()
        let server = VarlinkServer(kernel: kernel)
        _ = try kernel.watch(shared.wakeUp.descriptor.rawValue, for: .readable)
        try server.listen(at: shared.path)
        shared.isListening.withLock { $0 = true }
        while !shared.isOver.withLock({ $0 }) {
            let reports = try kernel.wait(until: server.nextDeadline)
            let now = ContinuousClock.now
            for case .called(let id, let call) in server.handle(reports, at: now) {
                TestService.answer(call, of: id, on: server, at: now)
            }
        }
    }
}
