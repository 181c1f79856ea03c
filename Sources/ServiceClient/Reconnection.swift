import Glibc
import LinuxSystem
import LocationModel

/// When to connect to the service again: as soon as its socket appears, and else after delays that grow.
///
/// The first attempt comes within a second. While the service stays away, its socket is waited for instead of looked for.
package struct Reconnection {
    /// The longest delay while the socket is waited for.
    private static let longest: Duration = .seconds(30)

    /// The longest delay where the system does not report that the socket appears.
    private static let longestUnwatched: Duration = .seconds(2)

    private let path: String
    private var backOff = BackOff.reconnecting(longest: longest)
    private var watch: PathWatch?

    /// The time of the next attempt; `nil` while none is due.
    package private(set) var attemptAt: ContinuousClock.Instant?

    /// Creates a plan without an attempt.
    ///
    /// - Parameter path: The service's socket.
    package init(to path: String) {
        self.path = path.hasPrefix("/") ? path : Self.currentFolder + path
    }

    private static var currentFolder: String {
        guard let folder = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/"
    }

    /// The descriptor whose readiness may mean that an attempt is due.
    package var descriptor: CInt? { watch?.descriptor.rawValue }

    /// Plans an attempt for `now`.
    package mutating func begin(at now: ContinuousClock.Instant) { attemptAt = now }

    /// Records that an attempt has failed, or a connection has ended, and plans the next one.
    package mutating func fail(at now: ContinuousClock.Instant) {
        if watch == nil { watch = try? PathWatch(path) }
        let delay = backOff.next()
        attemptAt = now + (watch?.isComplete == true ? delay : min(delay, Self.longestUnwatched))
    }

    /// Records that a connection is open, on which the service has yet to answer.
    package mutating func suspend() {
        watch = nil
        attemptAt = nil
    }

    /// Records that the service has answered.
    package mutating func succeed() {
        backOff.reset()
        suspend()
    }

    /// Returns whether an attempt is due.
    package mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
        guard let attemptAt else { return false }
        if watch?.readEvents() == true {
            // The socket may appear a moment before the service listens at it.
            backOff.reset()
            return true
        }
        return attemptAt <= now
    }
}
