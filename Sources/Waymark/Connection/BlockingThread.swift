import LinuxSystem

/// A thread of its own for an actor whose work is to wait for the kernel.
///
/// The threads that Swift runs tasks on are as many as there are processors, and one that blocks is missing for
/// everybody. The thread ends once nothing refers to its executor any more.
final class BlockingThread: SerialExecutor {
    private let jobs: JobQueue

    /// Starts a thread; the system's tools show its name, of at most 15 bytes.
    init(named name: String) throws(ClientError) {
        do throws(SystemError) {
            let jobs = try JobQueue()
            try Thread.start(named: name) { jobs.run() }
            self.jobs = jobs
        } catch {
            throw .outOfResources("cannot start a thread: \(error)")
        }
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

    private let state = Guarded(State())
    private let wakeUp: WakeUp

    init() throws(SystemError) {
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

    func run() {
        while let entries = next() {
            for entry in entries {
                unsafe entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
            }
        }
    }

    private func next() -> [Entry]? {
        while true {
            wakeUp.acknowledge()
            let (entries, isClosed) = state.withLock { state in
                defer { state.entries = [] }
                return (state.entries, state.isClosed)
            }
            if !entries.isEmpty { return entries }
            if isClosed { return nil }
            wakeUp.wait()
        }
    }
}
