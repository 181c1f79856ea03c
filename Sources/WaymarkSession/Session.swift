import Glibc
import LinuxSystem
import MessageBus
import SystemdService

/// A job of the session, done in steps between which the loop waits.
protocol SessionJob: AnyObject {
    func start()

    var nextDeadline: ContinuousClock.Instant? { get }

    /// Performs one due action; returns whether there may be more.
    func step(at now: ContinuousClock.Instant) throws -> Bool

    /// Ends the job, before the program ends.
    func end()
}

/// The loop of the program: the bus, the signals, and the jobs.
final class Session {
    private let bus: MessageBus
    private let poller: Poller
    private let signals: Signals
    private let busToken: Poller.Token
    private let signalToken: Poller.Token
    private let jobs: [any SessionJob]

    init(_ options: Options, _ log: Log) throws {
        signals = try Signals([SIGINT, SIGTERM, SIGHUP])
        bus = try MessageBus(options.bus.map { .at($0) } ?? (options.isForSystem ? .system : .user))
        poller = try Poller()
        busToken = try poller.watch(bus.descriptor, for: .readable)
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        let launcher = Launcher(options, bus, poller, log)
        // Questions are for a person, and the system is none.
        jobs =
            options.isForSystem
            ? [launcher]
            : [
                try QuestionAgent(options, bus, poller, log), launcher,
                try UseSign(options, bus, poller, log),
                try PortalKeeper(options, bus, poller, log),
            ]
    }

    /// Runs until a signal ends it.
    func run() throws {
        for job in jobs { job.start() }
        while true {
            // A step may make another one due without any change of the descriptors.
            while try step() {}
            try poller.change(busToken, to: bus.interest)
            let deadlines = jobs.map(\.nextDeadline) + [bus.nextDeadline]
            let reports = try poller.wait(until: deadlines.compactMap(\.self).min())
            if reports.contains(where: { $0.token == signalToken }) { break }
        }
        for job in jobs { job.end() }
        try bus.flush()
    }

    private func step() throws -> Bool {
        let now = ContinuousClock.now
        var hasMore = try bus.process()
        for job in jobs where try job.step(at: now) { hasMore = true }
        return hasMore
    }
}
