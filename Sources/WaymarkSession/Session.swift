import Glibc
import LinuxSystem
import MessageBus
import SystemdService
import UserInput
import Waymark

/// A job of the session, done in steps between which the loop waits.
protocol SessionJob: AnyObject {
    var nextDeadline: ContinuousClock.Instant? { get }

    /// Performs one due action; returns whether there may be more.
    func step(at now: ContinuousClock.Instant) throws -> Bool

    func end()
}

/// The loop of the program: the bus, the signals, and the jobs.
final class Session {
    private let loop: BusLoop
    private let jobs: [any SessionJob]

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        let isForSystem = line.has("system")
        let socket = WaymarkService(socketPath: line.value(of: "socket")).socketPath
        let address = line.value(of: "bus").map { MessageBus.Address.at($0) }
        loop = try BusLoop(address ?? (isForSystem ? .system : .user), endedBy: [SIGINT, SIGTERM, SIGHUP])
        let (bus, poller) = (loop.bus, loop.poller)
        let launcher = Launcher(isForSystem: isForSystem, socket, bus, poller, log)
        // Questions are for a person, and the system is none.
        jobs =
            isForSystem
            ? [launcher]
            : [
                try QuestionAgent(line, socket, bus, poller, log), launcher,
                try UseSign(socket, bus, poller, log),
                try PortalKeeper(socket, bus, poller, log),
            ]
    }

    func run() throws {
        repeat {
            // A step may make another one due without any change of the descriptors.
            while try step() {}
        } while try loop.wait(until: jobs.map(\.nextDeadline)) != nil
        for job in jobs { job.end() }
        try loop.bus.flush()
    }

    private func step() throws -> Bool {
        let now = ContinuousClock.now
        var hasMore = try loop.bus.process()
        for job in jobs where try job.step(at: now) { hasMore = true }
        return hasMore
    }
}
