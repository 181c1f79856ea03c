import LinuxSystem
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A client that comes and goes", .ownThreads, .timeLimit(.minutes(10)))
struct ClientChurnTests {
    /// The number of times, for each way to connect; `make sanitize` sets more.
    private static let rounds = Environment.value(of: "CHURN_ROUNDS").flatMap { Int($0) } ?? 100

    @Test("leaves no descriptor and no thread behind, nor does the service keep one of it")
    func churn() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let observer = try ScriptedClient(daemon)
        try observer.authorize("org.example.app", .authorizedAlways)
        let served = daemon.descriptorCount
        await #expect(processExitsWith: .success) {
            [path = daemon.socketPath as String, rounds = Self.rounds as Int] in
            let client = ChurningClient(service: WaymarkService(socketPath: path))
            // Once first, so that threads that stay for good are there before the count.
            try await client.comeAndGo()
            let before = (OpenDescriptors.count, ChurningClient.threadCount)
            for _ in 0..<rounds { try await client.comeAndGo() }
            try await waiting(until: "the end of all connections") {
                OpenDescriptors.count <= before.0 && ChurningClient.threadCount <= before.1 + 2
            }
        }
        // One for each round would be more; the receiver and the store may have some others open now.
        try await waiting(until: "the service to have closed its") { daemon.descriptorCount < served + 20 }
        #expect(try observer.call(InspectInterface.GetStatus()).sessions == 0)
    }
}

/// A client that connects in each way that the library has, and goes away in the middle.
struct ChurningClient {
    let service: WaymarkService
    private let app = "org.example.app"

    init(service: WaymarkService) { self.service = service }

    static var threadCount: Int { Checkout.names(in: "/proc/self/task").count }

    func comeAndGo() async throws {
        let session = try await LocationManager(app: app, on: service)
        session.close()
        for try await _ in LocationUpdate.liveUpdates(for: app, on: service) { break }
        for try await _ in service.monitorUpdates(for: app) { break }
        for try await _ in WidgetHost(on: service).updates() { break }
        for try await _ in service.serve(app: app, kinds: [KindDeclaration(kind: "k", wantsLocation: true)]) {
            break
        }
        // Cancelled while it waits.
        let request = Task {
            try await service.location(for: app, desiredAccuracyMeters: 0.001, deadline: .seconds(60))
        }
        let updates = Task { for try await _ in service.headingUpdates(for: app) {} }
        await Task.yield()
        request.cancel()
        updates.cancel()
        _ = await request.result
        _ = await updates.result
    }
}
