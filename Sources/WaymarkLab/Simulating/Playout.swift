import Glibc
import Lab
import LinuxSystem
import LocationModel

/// A playback of a drive to its outlets, each cycle at its time.
///
/// Times are measured from the start, so that errors do not add up. At unlimited speed, it waits for a listener to
/// appear and then plays as fast as all listeners accept the sentences.
final class Playout {
    /// The interval for polling outlets that cannot be watched.
    private static let pollInterval: Duration = .milliseconds(20)

    /// The longest time to wait after the last cycle until everything is delivered.
    private static let drainTime: Duration = .seconds(2)

    private var scenario: Scenario
    private let outlets: [any Outlet]
    private let pace: PlaybackPace
    private let loops: Bool
    private let signals: Signals
    private let poller: Poller
    private let end: Poller.Token

    init(
        _ scenario: Scenario,
        to outlets: [any Outlet],
        at pace: PlaybackPace,
        loops: Bool
    ) throws(SystemError) {
        self.scenario = scenario
        self.outlets = outlets
        self.pace = pace
        self.loops = loops
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        poller = try Poller()
        end = try poller.watch(signals.descriptor.rawValue, for: .readable)
        for outlet in outlets { try outlet.attach(to: poller) }
    }

    /// Plays until the end of the drive or a signal.
    func run(_ body: (SimulatedEpoch) throws(SystemError) -> Void) throws(SystemError) {
        let writer = NMEAWriter(scenario.receiver)
        let interval = scenario.receiver.rate.interval
        let beginning = ContinuousClock.now
        let day = scenario.start.date
        var elapsed: Duration = .zero
        var cycle: [UInt8] = []
        repeat {
            for epoch in scenario.epochs() {
                guard try wait(until: beginning + pace.wait(for: elapsed)) else { return }
                cycle.removeAll(keepingCapacity: true)
                writer.write(epoch, to: &cycle)
                for outlet in outlets { try outlet.send(cycle) }
                try body(epoch)
                elapsed += interval
                scenario.start = epoch.time.advanced(by: interval)
            }
            if scenario.start.date != day { scenario.hasLeapSecond = false }
        } while loops
        let end = ContinuousClock.now + Self.drainTime
        while !outlets.allSatisfy(\.isDrained), ContinuousClock.now < end {
            guard try turn(until: min(end, .now + Self.pollInterval)) else { return }
        }
    }

    /// Waits for the time of the next cycle.
    ///
    /// Returns `false` on a signal.
    private func wait(until due: ContinuousClock.Instant) throws(SystemError) -> Bool {
        var until = due
        repeat {
            guard try turn(until: until) else { return false }
            if pace == .unlimited, !outlets.allSatisfy(\.isReady) { until = .now + Self.pollInterval }
        } while ContinuousClock.now < until
        return true
    }

    /// Waits for one batch of events or `deadline`, and handles the events.
    ///
    /// Returns `false` on a signal.
    private func turn(until deadline: ContinuousClock.Instant) throws(SystemError) -> Bool {
        let reports = try poller.wait(until: deadline)
        if reports.contains(where: { $0.token == end }) { return false }
        for outlet in outlets { try outlet.react(to: reports) }
        return true
    }
}
