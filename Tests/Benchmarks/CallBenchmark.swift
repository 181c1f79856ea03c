import Glibc
import LinuxSystem
import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// The rate of calls over a socket to a server on another thread.
struct CallBenchmark {
    let path: String
    let report: Report

    func run(callCount: Int) throws {
        let path = path
        unlink(path)
        let service = try ServiceDescription(
            vendor: "Waymark",
            product: "Benchmarks",
            version: "1",
            url: "https://example.org",
            interfaces: Interfaces.texts
        )
        try Thread.start(named: "server") { try? serve(service, at: path) }
        let client = connect()
        let parameters = [UInt8](#"{"widget":"w1"}"#.utf8)
        for _ in 0..<1000 { _ = try client.call("io.waymark.Host.Remove", parameters) }
        let calls = try Costs(of: callCount) { _ = try client.call("io.waymark.Host.Remove", parameters) }
        report.figure("calls, one after another", 1 / calls.wall.median, "calls/s")
        report.figure("a call, median", calls.wall.median * 1e6, "µs")
        report.figure("a call, 99 of 100 within", calls.wall.percentile99 * 1e6, "µs")
    }
}

extension CallBenchmark {
    /// Connects as soon as the server listens.
    private func connect() -> VarlinkClient {
        while true {
            if let client = try? VarlinkClient(connectingTo: path) { return client }
            sched_yield()
        }
    }
}

/// Answers every call with an empty reply until the program ends.
private func serve(_ service: ServiceDescription, at path: String) throws {
    let poller = try Poller()
    let server = VarlinkServer(service, poller: poller)
    try server.listen(at: path)
    while true {
        let reports = try poller.wait(until: server.nextDeadline)
        let now = ContinuousClock.now
        for case .called(let connection, _) in server.handle(reports, at: now) {
            server.reply(.success(), to: connection, at: now)
        }
    }
}
