import LinuxSystem

/// Runs the jobs of an actor whose work is to wait for the kernel, one after the other, on a thread of their own.
///
/// Swift runs tasks on as many threads as there are processors, and one that blocks is lost to all tasks. The
/// thread ends once no job is left.
final class BlockingThread: SerialExecutor {
    private let jobs = Guarded((waiting: [UnownedJob](), areRunning: false))

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let areRunning = jobs.withLock { jobs in
            defer { jobs.areRunning = true }
            jobs.waiting.append(job)
            return jobs.areRunning
        }
        guard !areRunning else { return }
        // The closure holds the executor, because a job may release the actor that owns it.
        let run: @Sendable () -> Void = { self.run() }
        do throws(SystemError) {
            try Thread.start(named: "waymark-wait", run)
        } catch {
            // If the system has no more threads, the caller's waits.
            run()
        }
    }

    private func run() {
        while let job = next() { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    private func next() -> UnownedJob? {
        jobs.withLock { jobs in
            jobs.areRunning = !jobs.waiting.isEmpty
            return jobs.areRunning ? jobs.waiting.removeFirst() : nil
        }
    }
}
