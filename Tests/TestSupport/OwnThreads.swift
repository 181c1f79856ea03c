// Programs that need no tests share this module, and there is no static library to link them with.
#if canImport(Testing)
package import Testing

/// Runs the tests of a suite on threads of their own.
///
/// Tasks share as many threads as there are processors. On a machine with two of them, two tests that block would hold up
/// all others, until those exceed their time limits.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadForEachJob()) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// For tests that block: they run on threads of their own.
    package static var ownThreads: Self { Self() }
}

/// Runs whatever a task does between two suspensions on a new thread.
private final class ThreadForEachJob: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        do {
            try TestThread.detach { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        } catch { fatalError("\(error)") }
    }
}
#endif
