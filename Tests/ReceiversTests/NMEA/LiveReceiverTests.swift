import LinuxSystem
import LocationModel
import NMEA
import TestSupport
import Testing

@testable import Receivers

/// A source that does what a test says, without a descriptor.
private final class ScriptedSource: ByteSource {
    /// Whether it opens at once; else it never answers.
    var answers = true

    /// What arrives at the next readings; `nil` is the end of the source.
    var arrivals: [String?] = []
    var tuning = Tuning.settled

    var subject: String { "script" }
    var descriptor: CInt? { nil }

    func open(at now: MonotonicInstant) throws(SourceProblem) {}

    func finishOpening() throws(SourceProblem) -> Bool { answers }

    let meaningOfEnd = "it is over"

    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SystemError) -> ReadResult {
        guard !arrivals.isEmpty else { return .nothing }
        guard let text = arrivals.removeFirst() else { return .end }
        let bytes = Array(text.utf8)
        buffer.replaceSubrange(0..<bytes.count, with: bytes)
        return .bytes(bytes.count)
    }

    func checkTuning(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning { tuning }

    func close() {}
}

@Suite("A receiver of sentences")
struct LiveReceiverTests {
    private let source = ScriptedSource()
    private let receiver: LiveReceiver

    init() { receiver = LiveReceiver(name: "test", source: source) }

    private static let start = Moment(
        instant: MonotonicInstant.systemEpoch + .seconds(1000),
        utc: UTCInstant(secondsSince1970: 1_778_567_400)
    )

    @Test("whose source does not answer is absent after thirty seconds, and is there once it answers")
    func noAnswer() {
        source.answers = false
        receiver.start(at: Self.start)
        #expect(receiver.advance(at: Self.start).states == [.connecting(.opening)])
        #expect(receiver.nextDeadline == Self.start.instant + .seconds(30))
        #expect(receiver.advance(at: Self.start.advanced(by: .seconds(29))).isEmpty)
        let late = Self.start.advanced(by: .seconds(30))
        #expect(receiver.advance(at: late).problems == ["script: no answer for 30 s"])
        #expect(receiver.nextDeadline == nil)
        #expect(receiver.advance(at: late.advanced(by: .seconds(30))).isEmpty)
        source.answers = true
        #expect(receiver.advance(at: late.advanced(by: .seconds(31))).states == [.acquiring(.nothingHeard)])
    }

    @Test("is tried again soon after a connection that had sentences, however long it waited before")
    func soonAgain() {
        var now = Self.start
        receiver.start(at: now)
        var pauses: [Duration] = []
        for text in [nil, nil, nil, epoch(0), nil] as [String?] {
            source.arrivals = text == nil ? [nil] : [text, nil]
            guard case .absent(_, let retryAt?)? = receiver.advance(at: now).states.last else {
                Issue.record("it is absent")
                return
            }
            pauses.append(retryAt - now.instant)
            now = now.advanced(by: retryAt - now.instant)
            #expect(receiver.advance(at: now).states == [.acquiring(.nothingHeard)])
        }
        #expect(pauses == [0.5, 1, 2, 0.5, 1].map { .seconds($0) })
    }

    @Test("reports the last epoch of a connection before it reports its end")
    func lastEpoch() {
        receiver.start(at: Self.start)
        source.arrivals = [epoch(0), nil]
        let reports = receiver.advance(at: Self.start)
        #expect(reports.seconds == [0])
        #expect(Array(reports.suffix(1)).problems == ["script: it is over"], "the end comes last: \(reports)")
    }

    @Test("says in order what happened within what arrived together")
    func order() {
        receiver.start(at: Self.start)
        let void = (1...2).map { sentence("GPRMC,06300\($0).00,V,,,,,,,120526,,,N") }
        source.arrivals = [epoch(0) + void.joined()]
        let states = receiver.advance(at: Self.start).states
        #expect(states.prefix(3) == [.connecting(.opening), .acquiring(.nothingHeard), .fixed])
        #expect(states.dropFirst(3).first?.reasonName == "noPosition", "\(states)")
    }

    @Test("reports no fix while its source is not yet set up, such as at a line speed that may be wrong")
    func untuned() {
        let searching = ReceiverState.connecting(.detectingSpeed(baud: 9600))
        source.tuning = .searching(searching)
        receiver.start(at: Self.start)
        source.arrivals = [epoch(0), epoch(1)]
        let reports = receiver.advance(at: Self.start)
        #expect(reports.states == [.connecting(.opening), searching])
        #expect(reports.fixes.isEmpty)
        source.tuning = .settled
        source.arrivals = [epoch(2)]
        let tuned = receiver.advance(at: Self.start.advanced(by: .seconds(1)))
        #expect(tuned.states == [.fixed])
        #expect(tuned.seconds == [1])
    }
}
