import LocationModel
import TestSupport
import Testing

@testable import NMEA
@testable import Receivers

@Suite("The search for the line speed")
struct SpeedSearchTests {
    private let start = MonotonicInstant.systemEpoch + .seconds(1000)

    private func statistics(bytes: Int, sentences: Int = 0) -> DecodeStatistics {
        var statistics = DecodeStatistics()
        statistics.bytes = bytes
        statistics.sentences = sentences
        return statistics
    }

    private func isWrong(_ speed: Tuning) -> Bool { if case .retuned = speed { true } else { false } }

    @Test("tries the common speeds in order, beginning with the one that worked last")
    func order() {
        var search = SpeedSearch(first: 57600, at: start)
        var speeds = [search.speed]
        var now = start
        for _ in 0..<8 {
            guard let deadline = search.deadline else { break }
            now = deadline
            #expect(isWrong(search.check(statistics(bytes: 10), at: now)))
            speeds.append(search.speed)
        }
        #expect(speeds == [57600, 4800, 9600, 38400, 115_200, 19200, 230_400, 460_800, 57600])
        #expect(now - start == .seconds(24))
    }

    @Test("ends after three sentences, not after one that may be chance")
    func found() {
        var search = SpeedSearch(first: nil, at: start)
        let undecided = Tuning.searching(.connecting(.detectingSpeed(baud: 4800)))
        #expect(search.check(statistics(bytes: 100, sentences: 1), at: start + .seconds(1)) == undecided)
        #expect(search.check(statistics(bytes: 200, sentences: 2), at: start + .seconds(8)) == undecided)
        #expect(search.check(statistics(bytes: 300, sentences: 3), at: start + .seconds(9)) == .settled)
        #expect(search.speed == 4800)
        #expect(search.deadline == nil)
    }

    @Test("continues at once after many unreadable bytes")
    func garbage() {
        var search = SpeedSearch(first: nil, at: start)
        #expect(!isWrong(search.check(statistics(bytes: 1200), at: start + .seconds(1))))
        #expect(isWrong(search.check(statistics(bytes: 1201), at: start + .seconds(1))))
        #expect(search.speed == 9600)
    }

    @Test("starts again when the bytes become unreadable")
    func changed() {
        var search = SpeedSearch(first: nil, at: start)
        #expect(search.check(statistics(bytes: 300, sentences: 3), at: start) == .settled)
        // Silence does not mean another speed.
        #expect(search.check(statistics(bytes: 300, sentences: 3), at: start + .seconds(900)) == .settled)
        #expect(search.check(statistics(bytes: 400, sentences: 4), at: start + .seconds(901)) == .settled)
        #expect(search.check(statistics(bytes: 9400, sentences: 4), at: start + .seconds(910)) == .settled)
        #expect(isWrong(search.check(statistics(bytes: 9500, sentences: 4), at: start + .seconds(911))))
        #expect(search.speed == 9600)
        #expect(search.state == .connecting(.detectingSpeed(baud: 9600)))
    }

    @Test("reports each speed once, then that none was right, and takes longer each round")
    func rounds() {
        for (bytes, state) in [(0, NoFixReason.nothingHeard), (5, .unreadable)] {
            var search = SpeedSearch(first: nil, at: start)
            var rounds: [Duration] = []
            var now = start
            for round in 0..<5 {
                let begin = now
                for _ in SpeedSearch.commonSpeeds {
                    let searching = ReceiverState.connecting(.detectingSpeed(baud: search.speed))
                    #expect(search.state == (round == 0 ? searching : .acquiring(state)))
                    now = search.deadline ?? now
                    #expect(isWrong(search.check(statistics(bytes: bytes), at: now)))
                }
                rounds.append(now - begin)
            }
            #expect(rounds == [24, 48, 72, 96, 96].map { .seconds($0) })
        }
    }
}
