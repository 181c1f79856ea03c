import Glibc

/// A value protected by a mutex.
///
/// It uses a `pthread` mutex, because the thread sanitizer of this toolchain reports false races for
/// `Synchronization.Mutex`.
@safe package final class Guarded<Value>: @unchecked Sendable {
    // Unchecked and safe, because `value` is accessed only with `mutex` held, and `mutex` is valid from `init` to
    // `deinit`. The mutex is allocated because it must not move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

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

    /// Locks the mutex and calls `body` with the value; calling it again from within deadlocks.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
