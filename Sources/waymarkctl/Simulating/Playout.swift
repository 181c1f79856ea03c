import Glibc
import LinuxSystem
import LocationModel
import RouteSimulator

/// The playing of a drive to everybody who listens, each cycle at its time.
///
/// Times are counted from the beginning, so that nothing adds up however long it plays. As fast as possible means as
/// fast as everybody takes it, and not before somebody is there.
final class Playout {
    /// How often to look again for somebody who cannot be waited for.
    private static let lookAgain: Duration = .milliseconds(20)

    /// How long after the last cycle what was sent may still be taken.
    private static let drainTime: Duration = .seconds(2)

    private var scenario: Scenario
    private let outlets: [any Outlet]
    private let pace: PlaybackPace
    private let loops: Bool

    init(_ scenario: Scenario, to outlets: [any Outlet], at pace: PlaybackPace, loops: Bool) {
        self.scenario = scenario
        self.outlets = outlets
        self.pace = pace
        self.loops = loops
    }

    /// Plays until the drive is over, or the process is asked to end.
    ///
    /// - Parameter body: What else is done with each epoch that is played.
    /// - Throws: ``SystemError`` when an output fails.
    func run(_ body: (SimulatedEpoch) throws(SystemError) -> Void) throws(SystemError) {
        let loop = try Loop(outlets)
        let writer = NMEAWriter(scenario.receiver)
        let interval = scenario.receiver.rate.interval
        let beginning = ContinuousClock.now
        var elapsed: Duration = .zero
        var cycle: [UInt8] = []
        repeat {
            for epoch in scenario.epochs() {
                guard try wait(in: loop, until: beginning + pace.wait(for: elapsed)) else { return }
                cycle.removeAll(keepingCapacity: true)
                writer.write(epoch, to: &cycle)
                for outlet in outlets { try outlet.send(cycle) }
                try body(epoch)
                elapsed += interval
                scenario.start = epoch.time.advanced(by: interval)
            }
            scenario.hasLeapSecond = false
        } while loops
        let end = ContinuousClock.now + Self.drainTime
        while !outlets.allSatisfy(\.isDrained), ContinuousClock.now < end {
            guard try loop.turn(until: min(end, .now + Self.lookAgain)) else { return }
        }
    }

    /// Returns whether the next cycle's time has come; false when it is time to end.
    private func wait(in loop: Loop, until due: ContinuousClock.Instant) throws(SystemError) -> Bool {
        var until = due
        repeat {
            guard try loop.turn(until: until) else { return false }
            if pace == .unlimited, !outlets.allSatisfy(\.isReady) { until = .now + Self.lookAgain }
        } while ContinuousClock.now < until
        return true
    }
}

/// What is waited for between two cycles.
private final class Loop {
    private let signals: Signals
    private let poller: Poller
    private let end: Poller.Token
    private let outlets: [any Outlet]

    init(_ outlets: [any Outlet]) throws(SystemError) {
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        poller = try Poller()
        end = try poller.watch(signals.descriptor.rawValue, for: .readable)
        self.outlets = outlets
        for outlet in outlets { try outlet.attach(to: poller) }
    }

    /// Does what comes up until `deadline` or the first thing that does; false when the process is to end.
    func turn(until deadline: ContinuousClock.Instant) throws(SystemError) -> Bool {
        let reports = try poller.wait(until: deadline)
        if reports.contains(where: { $0.token == end }) { return false }
        for outlet in outlets { try outlet.react(to: reports) }
        return true
    }
}
