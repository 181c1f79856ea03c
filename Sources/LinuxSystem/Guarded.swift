import Glibc

/// A value that one thread at a time may use.
///
/// A `pthread` mutex rather than `Synchronization.Mutex`, in which the thread sanitizer of this toolchain sees
/// races that are none.
@safe package final class Guarded<Value>: @unchecked Sendable {
    // Unchecked, and called safe, because `value` is touched with `mutex` held only, and `mutex` is valid from
    // `init` to `deinit`. It is allocated because a mutex must not move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Guards `value`.
    package init(_ value: sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        _ = unsafe pthread_mutex_init(mutex, nil)
        self.value = value
    }

    deinit {
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Waits until no other thread uses the value, and lends it to `body`.
    ///
    /// - Parameter body: What to do; calling this method again from within never returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
