import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("What a delegate is told of the location", .ownThreads, .timeLimit(.minutes(10)))
struct FollowingTests: ~Copyable {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/socket" }

    init() throws { folder = try TemporaryFolder() }

    private static let place = Reply.update(Reply.place(52))

    /// The words for what is told, which a test reads.
    private func follow() -> (Task<Void, Never>, AsyncStream<String>.Iterator) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let service = WaymarkService(socketPath: path)
        let task = Task {
            await LocationUpdate.follow(LiveConfiguration(), for: "org.example.Test", on: service) { told in
                switch told {
                case .success(let location): continuation.yield("\(location.coordinate.latitudeDegrees)")
                case .failure(.noLocation(let absence, _)): continuation.yield("\(absence.reason)")
                case .failure(let error): continuation.yield(error.mayPass ? "away" : "\(error)")
                }
            }
            continuation.finish()
        }
        return (task, stream.makeAsyncIterator())
    }

    @Test("begins before the service runs, tells once that it is away, and goes on when it is back")
    func lost() async throws {
        var (task, told) = follow()
        #expect(await told.next() == "away")
        var service: FakeService? = try await FakeService.start(at: path)
        let called = try await service?.nextCall()
        let call = try #require(called)
        service?.reply(Self.place, to: call)
        #expect(await told.next() == "52.0")
        service?.close(call)
        service = nil
        #expect(await told.next() == "away")
        let again = try await FakeService.start(at: path)
        again.reply(Self.place, to: try await again.nextCall())
        #expect(await told.next() == "52.0")
        task.cancel()
        await task.value
    }

    @Test("ends with the reason where the service refuses a program that serves widgets")
    func refused() async throws {
        let service = try await FakeService.start(at: path)
        var (task, told) = follow()
        let call = try await service.nextCall()
        service.reply(Self.place, to: call)
        #expect(await told.next() == "52.0")
        let refusal = ServiceRefusal.servesWidgets(reason: "run two programs")
        service.reply(refusal.reply(in: LocationInterface.name), to: call)
        #expect(await told.next() == "run two programs")
        #expect(await told.next() == nil)
        await task.value
    }

    @Test("is why there is no location, also by a service that tells only diagnostics")
    func reasons() {
        let told: [(Set<LiveDiagnostic>, AbsenceReason?)] = [
            ([.accuracyLimited, .locationUnavailable], .locationUnknown), ([.stationary], nil),
            ([.authorizationDenied, .authorizationDeniedGlobally], .servicesOff),
        ]
        for (diagnostics, reason) in told { #expect(AbsenceReason(diagnostics) == reason) }
    }
}
