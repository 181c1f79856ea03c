import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import Waymark
import WaymarkInterfaces

/// Keeps the visits that the service tells a monitor of the person's own.
struct VisitKeeper {
    private static let app = OwnApp.visits.identifier
    private let service: Service
    private let file: VisitFile

    init(_ service: Service) throws(Failure) {
        self.service = service
        file = try VisitFile()
    }

    /// Runs until the process receives a signal, or somebody has it forget.
    func run() throws(Failure) {
        let lock = try file.lock()
        let patience = try Patience()
        _ = try service.call(MonitorInterface.StartMonitoring(app: Self.app, service: .visits))
        let monitor = OwnMonitor(Self.app, .visits, service, patience) { (state) throws(Failure) in
            state.services.contains(.visits)
        }
        try monitor.start()
        if try file.read() == nil { try file.write(KeptVisits()) }
        repeat {
            while let event = try monitor.next() {
                if let visit = event.visit {
                    var kept = try file.read() ?? KeptVisits()
                    kept.record(visit, at: .now)
                    try file.write(kept)
                }
                // Whatever is in the file is done: a failure to write has thrown.
                monitor.acknowledge(event)
                guard try patience.lasts() else { return }
            }
            if monitor.isStopped {
                return Output.complain("waymarkctl: visits are not kept any more, as somebody has asked for")
            }
        } while try patience.wait(until: monitor.deadline)
        withExtendedLifetime(lock) {}
    }

    /// Forgets what is kept, and has the service keep nothing more.
    static func forget(_ invocation: Invocation) throws(Failure) {
        let file = try VisitFile()
        var wasKept = try file.remove()
        let stopped = try invocation.service.call(
            MonitorInterface.StopMonitoring(app: app, service: .visits)
        )
        // One that keeps ends now, and may be writing its last visit.
        let patience = try Patience()
        let end = ContinuousClock.now + .seconds(5)
        while file.isBeingKept, .now < end {
            guard try patience.wait(until: .now + .milliseconds(20)) else { return }
        }
        wasKept = try file.remove() || wasKept
        guard !file.isBeingKept else {
            throw .refused(
                "what was kept is deleted, but 'visits --keep' goes on, and does not end within 5 s"
            )
        }
        if invocation.isForMachines { return try invocation.output.line(stopped.json) }
        try invocation.output.line(wasKept ? "forgotten; no visits are kept any more" : "no visits were kept")
    }
}
