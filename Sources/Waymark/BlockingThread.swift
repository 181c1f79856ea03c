import Glibc
import LinuxSystem

/// A thread of its own for an actor whose work is to wait for the kernel.
///
/// The threads that Swift runs tasks on are as many as there are processors, and one that blocks is missing for
/// everybody. The thread ends once nothing refers to its executor any more.
final class BlockingThread: SerialExecutor {
    private let jobs: JobQueue

    /// Starts a thread.
    ///
    /// - Parameter name: What the system's tools show, at most 15 bytes.
    /// - Throws: ``ClientError/outOfResources(_:)``.
    init(named name: String) throws(ClientError) {
        do {
            jobs = try JobQueue(name: name)
        } catch {
            throw .outOfResources("cannot start a thread: \(error)")
        }
        // Signals are for the program's own threads, which may handle or block them as they please.
        var all = sigset_t()
        var before = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(jobs)
        let code = unsafe pthread_create(&thread, nil, runJobs, argument.toOpaque())
        guard code == 0 else {
            unsafe argument.release()
            throw .outOfResources("cannot start a thread: \(SystemError("pthread_create", code: code).reason)")
        }
        pthread_detach(thread)
    }

    deinit { jobs.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.append(JobQueue.Entry(job: UnownedJob(job), executor: self))
    }
}

/// The jobs of one thread, in their order.
private final class JobQueue: Sendable {
    struct Entry {
        let job: UnownedJob

        /// Held until the job has run, for a job may let go of the actor that owns its executor.
        let executor: BlockingThread
    }

    private struct State {
        var entries: [Entry] = []
        var isClosed = false
    }

    let name: String
    private let state = Guarded(State())
    private let wakeUp: WakeUp

    init(name: String) throws(SystemError) {
        self.name = name
        wakeUp = try WakeUp()
    }

    func append(_ entry: Entry) {
        state.withLock { $0.entries.append(entry) }
        wakeUp.signal()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wakeUp.signal()
    }

    /// Waits for jobs; `nil` once there will be no more.
    func next() -> [Entry]? {
        while true {
            wakeUp.acknowledge()
            let (entries, isClosed) = state.withLock { state in
                defer { state.entries = [] }
                return (state.entries, state.isClosed)
            }
            if !entries.isEmpty { return entries }
            if isClosed { return nil }
            var request = pollfd(fd: wakeUp.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&request, 1, -1)
        }
    }
}

private func runJobs(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let jobs = unsafe Unmanaged<JobQueue>.fromOpaque(argument).takeRetainedValue()
    _ = unsafe pthread_setname_np(pthread_self(), jobs.name)
    while let entries = jobs.next() {
        for entry in entries {
            unsafe entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
        }
    }
    return nil
}
