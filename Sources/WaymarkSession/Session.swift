import Glibc
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// A job of the session, done in steps between which the loop waits.
protocol SessionJob: AnyObject {
    /// The times at which to call ``step(at:)`` even if nothing has arrived.
    var deadlines: [ContinuousClock.Instant?] { get }

    /// Performs one due action; returns whether there may be more.
    func step(at now: ContinuousClock.Instant) throws -> Bool

    func end()
}

/// The loop of the program: the bus, the signals, and the jobs.
func runSession(_ line: ParsedCommandLine, _ log: Log) throws {
    let isForSystem = line.has("system")
    let socket = ServiceAddress.path(line.value(of: "socket"))
    let address = line.value(of: "bus").map { MessageBus.Address.at($0) }
    let loop = try BusLoop(address ?? (isForSystem ? .system : .user), endedBy: [SIGINT, SIGTERM, SIGHUP])
    var jobs: [any SessionJob] = [Launcher(isForSystem: isForSystem, socket, loop, log)]
    // Questions need a person, and the system has none.
    if !isForSystem {
        // First, because stopping a program may take long.
        jobs.insert(try QuestionAgent(line, socket, loop, log), at: 0)
        jobs += [try UseSign(socket, loop, log), try PortalKeeper(socket, loop, log)]
    }
    var isEnded = false
    while !isEnded {
        let now = ContinuousClock.now
        var hasMore = try loop.bus.process()
        for job in jobs where try job.step(at: now) { hasMore = true }
        // A step may make another one due without any change of the descriptors.
        if !hasMore { isEnded = try loop.wait(until: jobs.flatMap(\.deadlines)) == nil }
    }
    for job in jobs { job.end() }
    try loop.bus.flush()
}
