import LocationModel
import Testing

@testable import Daemon

@Suite("The receiver of a service that simulates")
struct SimulatedReceiverTests {
    private let start = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 1_800_000_000))

    private func moment(_ seconds: Int) -> Moment {
        Moment(instant: start.instant + .seconds(seconds), utc: start.utc.advanced(by: .seconds(seconds)))
    }

    private let fix = Coordinate(latitudeDegrees: 48, longitudeDegrees: 11).map { Fix(coordinate: $0) }

    /// The times in seconds, from the start, of the fixes among reports.
    private func observed(_ reports: [ReceiverReport]) -> [Duration] {
        reports.compactMap { report in
            guard case .epoch(.fix, let observedAt) = report else { return nil }
            return start.instant.duration(to: observedAt)
        }
    }

    @Test("repeats its place each second while it is on, nothing without a place, and tells its state anew")
    func repeats() {
        let receiver = SimulatedReceiver(name: "simulated")
        receiver.start(at: moment(0))
        #expect(receiver.nextDeadline == moment(0).instant)
        #expect(receiver.advance(at: moment(0)).count == 2)
        #expect(receiver.nextDeadline == nil)
        receiver.simulate(fix, after: nil, at: moment(5).instant)
        #expect(receiver.nextDeadline == moment(5).instant)
        let first = receiver.advance(at: moment(5))
        #expect(first.first == .state(.fixed) && observed(first) == [.seconds(5)])
        #expect(receiver.nextDeadline == moment(6).instant)
        let second = receiver.advance(at: moment(6))
        #expect(second.count == 1 && observed(second) == [.seconds(6)])
        receiver.stop()
        receiver.simulate(fix, after: nil, at: moment(7).instant)
        #expect(receiver.nextDeadline == nil && receiver.advance(at: moment(7)).isEmpty)
        receiver.start(at: moment(60))
        #expect(receiver.nextDeadline == moment(60).instant)
        let again = receiver.advance(at: moment(60))
        #expect(again.first == .state(.fixed) && observed(again) == [.seconds(60)])
    }

    @Test("is at each place of a route at the route's time, however fast it is sent and whoever sees it")
    func route() {
        let receiver = SimulatedReceiver(name: "simulated")
        receiver.start(at: moment(0))
        _ = receiver.advance(at: moment(0))
        for step in 1...3 {
            receiver.simulate(fix, after: .seconds(60), at: moment(1).instant)
            #expect(observed(receiver.advance(at: moment(1))) == [.seconds(60 * step)])
        }
        for _ in 1...3 { receiver.simulate(fix, after: .seconds(60), at: moment(1).instant) }
        #expect(observed(receiver.advance(at: moment(1))) == [.seconds(360)])
    }
}
