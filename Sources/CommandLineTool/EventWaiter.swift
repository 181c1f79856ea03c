import Glibc
package import LinuxSystem

/// Waits for descriptors, for signals, and for the end of the output's reader.
package final class EventWaiter {
    private static let ends = [SIGINT, SIGTERM, SIGHUP]

    private let signals: Signals
    package let poller: Poller
    private let signalToken: Poller.Token
    private let outputToken: Poller.Token?
    private var received: [CInt] = []

    /// The latest time at which the process ends, once it must end.
    private var end: ContinuousClock.Instant?

    /// Begins to wait for the signals that end the process, and for further ones.
    package init(alsoFor further: [CInt] = []) throws(SystemError) {
        signals = try Signals(Self.ends + further)
        poller = try Poller()
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        // A regular file cannot be watched, and its reader does not go away.
        outputToken = try? poller.watch(STDOUT_FILENO, for: [])
    }

    /// Waits until a descriptor may be ready, a further signal has come, or a time.
    ///
    /// Returns `false` when the process must end.
    package func wait(
        for descriptors: [CInt] = [],
        until deadline: ContinuousClock.Instant? = nil
    ) throws(SystemError) -> Bool {
        guard end == nil else { return false }
        var tokens: [Poller.Token] = []
        defer { for token in tokens { poller.unwatch(token) } }
        for descriptor in descriptors { tokens.append(try poller.watch(descriptor, for: .readable)) }
        for ready in try poller.wait(until: deadline) {
            if ready.token == outputToken { return false }
            guard ready.token == signalToken else { continue }
            while let signal = try signals.next() {
                if Self.ends.contains(signal) { return false }
                received.append(signal)
            }
        }
        return true
    }

    /// Returns whether the process may go on with what it has got already: for a second after it must end.
    package func mayContinue() throws(SystemError) -> Bool {
        if let end { return .now < end }
        if !(try wait(for: [], until: .now)) {
            end = .now + .seconds(1)
            // The signal is used up, and a reader that does not read would hold up the process for ever.
            try Signals.terminateInASecond()
        }
        return true
    }

    /// Has the signals end the process again, for one that goes on and waits no more.
    package static func unblockSignals() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in ends { unsafe sigaddset(&signals, signal) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Returns the further signals that have come since the last call, oldest first.
    package func drainSignals() -> [CInt] {
        defer { received = [] }
        return received
    }
}
