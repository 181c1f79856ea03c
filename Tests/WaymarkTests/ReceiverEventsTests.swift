import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("The receivers as a program sees them", .ownThreads, .timeLimit(.minutes(10)))
struct ReceiverEventsTests: ~Copyable {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/socket" }

    init() throws { folder = try TemporaryFolder() }

    private func receiver(
        _ number: Int,
        _ state: InspectInterface.Receiver.State,
        reason: String? = nil
    ) -> InspectInterface.Receiver {
        .init(
            number: number,
            name: "gpsd://\(number)",
            state: state,
            reason: reason,
            sinceSeconds: 2.5,
            lastFixAgeSeconds: 1,
            followed: number == 0,
            onSeconds: 60
        )
    }

    @Test("are all there at first, and all again when one has changed; signs of life are none")
    func changes() async throws {
        let service = try await FakeService.start(at: path)
        let watching = Task { [path] () async throws(ClientError) -> [[ReceiverStatus]] in
            var seen: [[ReceiverStatus]] = []
            for try await receivers in WaymarkService(socketPath: path).receivers() {
                seen.append(receivers)
                if seen.count == 2 { break }
            }
            return seen
        }
        let call = try await service.nextCall()
        let told = [
            [receiver(0, .fixed), receiver(1, .off)], [], [receiver(1, .acquiring, reason: "noPosition")],
        ]
        for (index, receivers) in told.enumerated() {
            let reply = InspectInterface.WatchReceivers.Reply(sequence: index + 1, receivers: receivers)
            service.reply(.partial(reply), to: call)
        }
        let seen = try await watching.value
        #expect(seen.map { $0.map(\.state) } == [[.fixed, .off], [.fixed, .acquiring]])
        let first = try #require(seen.first?.first)
        #expect(first.name == "gpsd://0" && first.isFollowed)
        #expect(first.duration == .seconds(2.5) && first.lastFixAge == .seconds(1))
        #expect(seen.last?.last?.reason == "noPosition")
    }
}
