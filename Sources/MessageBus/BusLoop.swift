package import LinuxSystem

/// The loop of a program on a bus, which waits for the bus, for other watched descriptors, and for a signal.
package final class BusLoop {
    package let bus: MessageBus
    package let poller: Poller
    private let signals: Signals
    private let busToken: Poller.Token
    private let signalToken: Poller.Token

    /// Connects to a bus; from now on the signals only end the loop.
    package init(_ address: MessageBus.Address, endedBy signals: [CInt]) throws {
        self.signals = try Signals(signals)
        bus = try MessageBus(address)
        poller = try Poller()
        busToken = try poller.watch(bus.descriptor, for: .readable)
        signalToken = try poller.watch(self.signals.descriptor.rawValue, for: .readable)
    }

    /// Waits until something is ready or a deadline passes; returns what is ready, or `nil` when a signal has
    /// come.
    package func wait(until deadlines: [ContinuousClock.Instant?]) throws -> [Poller.Readiness]? {
        try poller.change(busToken, to: bus.interest)
        let ready = try poller.wait(until: (deadlines + [bus.nextDeadline]).compactMap(\.self).min())
        guard ready.contains(where: { $0.token == signalToken }) else { return ready }
        // Consumed, so that a program that has something to finish can wait again.
        _ = try signals.next()
        return nil
    }
}
