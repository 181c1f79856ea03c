/// A blocking operation that runs once on its own thread and delivers one result to a loop.
///
/// To cancel it, release it: the thread finishes its work, and the result is discarded.
package final class SideTask<Result: Sendable>: Sendable {
    private let result = Guarded<Result?>(nil)
    private let end: WakeUp

    /// Starts the thread; the system's tools show its name, of at most 15 bytes.
    package init(named name: String, _ body: @escaping @Sendable () -> Result) throws(SystemError) {
        end = try WakeUp()
        try Thread.start(named: name) {
            let result = body()
            self.result.withLock { $0 = result }
            self.end.signal()
        }
    }

    package var descriptor: CInt { end.descriptor.rawValue }

    /// Returns the result and gives up ownership of it; `nil` until it is available.
    package func removeResult() -> Result? {
        result.withLock { result in
            defer { result = nil }
            return result
        }
    }
}
