import CLinux
import Glibc

/// Waits for descriptors to become ready and for a deadline, with level-triggered `epoll`.
///
/// A descriptor that is still ready is reported again. The poller belongs to the thread that runs the loop and is
/// therefore not `Sendable`.
package final class Poller {
    /// The identity of a watched descriptor.
    ///
    /// Tokens are never reused, so a late report cannot reach a successor.
    package struct Token: Hashable, Sendable {
        package let rawValue: UInt64

        /// Creates a token of another ``Kernel``.
        package init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// The events to report for a descriptor.
    ///
    /// A hang-up is always reported.
    package struct Interest: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There are bytes to read, or the end of input.
        package static let readable = Interest(rawValue: UInt32(WAYMARK_READABLE))
        package static let writable = Interest(rawValue: UInt32(WAYMARK_WRITABLE))

        /// The peer has shut down its sending direction.
        ///
        /// It may still read.
        package static let endOfInput = Interest(rawValue: UInt32(WAYMARK_END_OF_INPUT))
    }

    package struct Readiness: Hashable, Sendable {
        package let token: Token
        private let ready: Interest

        /// Both directions are closed, or the descriptor has failed.
        package let isHangup: Bool

        package init(_ token: Token, _ ready: Interest, isHangup: Bool = false) {
            (self.token, self.ready, self.isHangup) = (token, ready, isHangup)
        }

        package var isReadable: Bool { ready.contains(.readable) }
        package var isWritable: Bool { ready.contains(.writable) }
        package var isEndOfInput: Bool { ready.contains(.endOfInput) }
    }

    private static let timerToken = Token(rawValue: 0)

    /// A descriptor that is readable when a watched one is ready, for another poller.
    package var descriptor: CInt { epoll.rawValue }

    private let epoll: FileDescriptor
    private let timer: FileDescriptor
    private var armedDeadline: ContinuousClock.Instant?
    private var lastToken: UInt64 = 0
    private var descriptors: [Token: CInt] = [:]
    private var reports = [waymark_readiness](
        repeating: waymark_readiness(),
        count: Int(WAYMARK_READINESS_BATCH)
    )

    package init() throws(SystemError) {
        epoll = try FileDescriptor(of: "epoll_create1", waymark_epoll_create())
        // CLOCK_BOOTTIME, the clock of `ContinuousClock`, also advances while the machine sleeps.
        timer = try FileDescriptor(of: "timerfd_create", waymark_timer_create())
        try add(timer.rawValue, Self.timerToken, .readable)
    }

    /// Starts watching a descriptor.
    ///
    /// Its owner must call ``unwatch(_:)`` before closing it.
    package func watch(_ descriptor: CInt, for interest: Interest) throws(SystemError) -> Token {
        lastToken += 1
        let token = Token(rawValue: lastToken)
        try add(descriptor, token, interest)
        descriptors[token] = descriptor
        return token
    }

    package func change(_ token: Token, to interest: Interest) throws(SystemError) {
        guard let descriptor = descriptors[token] else { return }
        let result = waymark_epoll_change(epoll.rawValue, descriptor, token.rawValue, interest.rawValue)
        guard result == 0 else { throw SystemError("epoll_ctl") }
    }

    /// Stops watching a descriptor.
    ///
    /// Events already returned for it in this turn remain.
    package func unwatch(_ token: Token) {
        guard let descriptor = descriptors.removeValue(forKey: token) else { return }
        _ = waymark_epoll_remove(epoll.rawValue, descriptor)
    }

    /// Blocks until a watched descriptor is ready, or returns none once `deadline` passes; `nil` waits for
    /// ever.
    package func wait(until deadline: ContinuousClock.Instant?) throws(SystemError) -> [Readiness] {
        let isDue = deadline.map { $0 <= .now } ?? false
        if !isDue { try arm(deadline) }
        let count = uninterrupted {
            unsafe waymark_epoll_wait(epoll.rawValue, &reports, isDue ? 0 : -1)
        }
        guard count >= 0 else { throw SystemError("epoll_wait") }
        return reports[..<Int(count)].compactMap { report in
            let token = Token(rawValue: report.token)
            // The timer's event only ends the wait. Arming or disarming the timer clears it.
            if token == Self.timerToken { return nil }
            let isHangup = report.events & UInt32(WAYMARK_HANGUP | WAYMARK_ERROR) != 0
            return Readiness(token, Interest(rawValue: report.events), isHangup: isHangup)
        }
    }

    private func arm(_ deadline: ContinuousClock.Instant?) throws(SystemError) {
        // An expired timer would be reported again until it is armed for another deadline or disarmed.
        guard deadline != armedDeadline else { return }
        let sinceBoot = (deadline.map { $0 - ContinuousClock().systemEpoch } ?? .zero).components
        // Rounded up: the deadline must have passed when the wait ends.
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
