import Foundation
import Testing

@testable import CoreLocation

@Suite("Whoever waits for a delegate's thread", .timeLimit(.minutes(1)))
struct DelegateQueueTests {
    /// Returns the queue of a thread that does not run its loop any more, and ends after a time.
    private func queue(endingAfter seconds: Double) async -> DelegateQueue {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                let timer = Timer(timeInterval: 0.01, repeats: false) { _ in
                    continuation.resume(returning: DelegateQueue())
                    Thread.sleep(forTimeInterval: seconds)
                }
                RunLoop.current.add(timer, forMode: .default)
                // Without the timer there is nothing to run for.
                RunLoop.current.run(until: Date(timeIntervalSinceNow: 10))
            }
            thread.start()
        }
    }

    @Test("goes on when the thread has ended without a call")
    func endedThread() async throws {
        let queue = await queue(endingAfter: 0.01)
        try await Task.sleep(for: .milliseconds(500))
        #expect(await queue.callAndWait({ true }) == false)
    }

    @Test("goes on when the manager is gone, or nobody waits any more, though the thread is busy")
    func givenUp() async {
        let queue = await queue(endingAfter: 30)
        let task = Task { await queue.callAndWait { true } }
        task.cancel()
        #expect(await task.value == false)
        let other = Task { await queue.callAndWait { true } }
        queue.end()
        #expect(await other.value == false)
        #expect(await queue.callAndWait({ true }) == false)
    }

    @Test("knows whether anybody was told there")
    func told() async {
        let queue = DelegateQueue()
        #expect(await queue.callAndWait { true })
        #expect(await queue.callAndWait({ false }) == false)
    }
}
