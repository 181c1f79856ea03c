import CLinux
import Glibc

/// The descriptors one thread waits for, and the waiting.
///
/// Level-triggered `epoll`: what is left unread is reported again. It belongs to the thread that runs the
/// loop and is therefore not `Sendable`.
package final class Poller {
    /// Names one watched descriptor; never used twice, so a late report cannot reach a successor.
    package struct Token: Hashable, Sendable {
        fileprivate let rawValue: UInt64
    }

    /// What to be told about a descriptor, besides that it has hung up, which is always reported.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is something to read, or the end of it.
        package static let readable = Interest(rawValue: UInt32(WAYMARK_READABLE))

        /// There is room to write.
        package static let writable = Interest(rawValue: UInt32(WAYMARK_WRITABLE))

        /// The peer will write no more, though it may still read.
        package static let endOfInput = Interest(rawValue: UInt32(WAYMARK_END_OF_INPUT))
    }

    /// What is to be done about one descriptor.
    package struct Readiness: Hashable, Sendable {
        /// The descriptor's token.
        package let token: Token

        fileprivate let events: UInt32

        /// There is something to read, or the end of it.
        package var isReadable: Bool { events & UInt32(WAYMARK_READABLE) != 0 }

        /// There is room to write.
        package var isWritable: Bool { events & UInt32(WAYMARK_WRITABLE) != 0 }

        /// The peer will write no more, though it may still read.
        package var isEndOfInput: Bool { events & UInt32(WAYMARK_END_OF_INPUT) != 0 }

        /// Both directions are closed, or the descriptor is broken.
        package var isHangup: Bool { events & UInt32(WAYMARK_HANGUP | WAYMARK_ERROR) != 0 }
    }

    private static let timerToken = Token(rawValue: 0)

    private let epoll: FileDescriptor
    private let timer: FileDescriptor
    private var armedDeadline: ContinuousClock.Instant?
    private var lastToken: UInt64 = 0
    private var descriptors: [Token: CInt] = [:]
    private var reports = [waymark_readiness](
        repeating: waymark_readiness(),
        count: Int(WAYMARK_READINESS_BATCH)
    )

    /// Creates a poller that watches nothing.
    package init() throws(SystemError) {
        let epoll = waymark_epoll_create()
        guard epoll >= 0 else { throw SystemError("epoll_create1") }
        self.epoll = FileDescriptor(owning: epoll)
        // The clock of `ContinuousClock`, which goes on while the machine sleeps.
        let timer = waymark_timer_create()
        guard timer >= 0 else { throw SystemError("timerfd_create") }
        self.timer = FileDescriptor(owning: timer)
        try add(timer, Self.timerToken, .readable)
    }

    /// Begins to watch a descriptor, which its owner must give back to ``unwatch(_:)`` before closing it.
    package func watch(_ descriptor: CInt, for interest: Interest) throws(SystemError) -> Token {
        lastToken += 1
        let token = Token(rawValue: lastToken)
        try add(descriptor, token, interest)
        descriptors[token] = descriptor
        return token
    }

    /// Changes what is reported about a watched descriptor.
    package func change(_ token: Token, to interest: Interest) throws(SystemError) {
        guard let descriptor = descriptors[token] else { return }
        let result = waymark_epoll_change(epoll.rawValue, descriptor, token.rawValue, interest.rawValue)
        guard result == 0 else { throw SystemError("epoll_ctl") }
    }

    /// Stops watching a descriptor; what it has already reported in this turn may still be seen.
    package func unwatch(_ token: Token) {
        guard let descriptor = descriptors.removeValue(forKey: token) else { return }
        _ = waymark_epoll_remove(epoll.rawValue, descriptor)
    }

    /// Blocks until a watched descriptor is ready or `deadline` passes.
    ///
    /// - Parameter deadline: When to give up, or `nil` to wait for ever.
    /// - Returns: The ready descriptors; empty when the deadline passed.
    /// - Throws: ``SystemError`` if the kernel refuses to wait.
    package func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> [Readiness] {
        let isDue = deadline.map { $0 <= .now } ?? false
        if !isDue { try arm(deadline) }
        var count: CInt
        repeat {
            count = unsafe waymark_epoll_wait(epoll.rawValue, &reports, isDue ? 0 : -1)
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw SystemError("epoll_wait") }
        return reports[..<Int(count)].compactMap { report in
            let token = Token(rawValue: report.token)
            // The timer's report only ends the wait: arming it anew, or disarming it, takes it back.
            if token == Self.timerToken { return nil }
            return Readiness(token: token, events: report.events)
        }
    }

    private func arm(_ deadline: ContinuousClock.Instant?) throws(SystemError) {
        // A deadline that has passed was reported and would be again, so it is armed anew or disarmed.
        guard deadline != armedDeadline else { return }
        let sinceBoot = (deadline.map { $0 - ContinuousClock().systemEpoch } ?? .zero).components
        // Rounded up: a deadline must have passed when its wait ends.
        let nanoseconds = min((sinceBoot.attoseconds + 999_999_999) / 1_000_000_000, 999_999_999)
        guard waymark_timer_set(timer.rawValue, sinceBoot.seconds, Int(nanoseconds)) == 0 else {
            throw SystemError("timerfd_settime")
        }
        armedDeadline = deadline
    }

    private func add(_ descriptor: CInt, _ token: Token, _ interest: Interest) throws(SystemError) {
        let result = waymark_epoll_add(epoll.rawValue, descriptor, token.rawValue, interest.rawValue)
        guard result == 0 else { throw SystemError("epoll_ctl") }
    }
}
