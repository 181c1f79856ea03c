import LocationModel
import NMEA

/// Finds out at which speed a serial receiver talks, by listening at one after another.
///
/// The speed is right when three sentences with a correct checksum have come; one such may be chance. It is wrong when
/// nothing readable has come for a while, or a good deal of something else. Found, it is watched on: a receiver may be
/// set to another speed, or exchanged.
struct SpeedSearch {
    /// What listening has shown.
    enum Verdict: Hashable {
        /// Nothing yet.
        case undecided

        /// This is the speed.
        case found

        /// It is not; the search goes on with another.
        case next
    }

    /// In the order of how many receivers have them, unless one has worked before.
    static let usualSpeeds = [4800, 9600, 38400, 115_200, 57600, 19200, 230_400, 460_800]

    private static let sentencesNeeded = 3

    /// More than two bursts of a receiver that reports each second, for the first round; then more each round, for
    /// slower receivers.
    private static let patience: Duration = .seconds(3)
    private static let longestPatience: Duration = .seconds(12)

    /// After a first sentence: as long as a slow receiver takes for the others.
    private static let patienceWithSentence: Duration = .seconds(12)

    /// More than this without a sentence among them is not a line cut in the middle, nor binary messages between.
    private static let mostBytes = 1200

    /// What a speed that was right has to miss before it is in doubt.
    private static let mostBytesOnceFound = 4000
    private static let patienceOnceFound: Duration = .seconds(10)

    private let speeds: [Int]
    private var index = 0
    private var round = 0
    private var begunAt: MonotonicInstant
    private var isFound = false
    private var hasHeard = false

    /// Sentences and bytes when a sentence came last, and when that was.
    private var sentences = 0
    private var bytes = 0
    private var lastSentenceAt: MonotonicInstant?

    /// Begins with the speed that worked before, if there is one.
    init(first: Int?, at now: MonotonicInstant) {
        speeds = [first].compactMap(\.self) + Self.usualSpeeds.filter { $0 != first }
        begunAt = now
    }

    /// The speed to listen at.
    var speed: Int { speeds[index] }

    /// The state of a receiver whose speed is searched for.
    ///
    /// All speeds are told once; then, that none of them was right.
    var state: ReceiverState {
        if round == 0 { return .connecting(.detectingSpeed(baud: speed)) }
        return .acquiring(hasHeard ? .unreadable : .nothingHeard)
    }

    /// When ``judge(_:at:)`` may have news though nothing has come.
    var deadline: MonotonicInstant? { isFound ? nil : givenUpAt }

    /// Judges by what has come at the present speed since it was set.
    mutating func judge(_ statistics: DecodeStatistics, at now: MonotonicInstant) -> Verdict {
        if statistics.bytes > 0 { hasHeard = true }
        if statistics.sentences > sentences {
            sentences = statistics.sentences
            bytes = statistics.bytes
            lastSentenceAt = now
        }
        if isFound {
            let isReadable =
                statistics.bytes - bytes <= Self.mostBytesOnceFound
                || lastSentenceAt.map { now - $0 < Self.patienceOnceFound } ?? true
            return isReadable ? .found : goOn(at: now)
        }
        if sentences >= Self.sentencesNeeded {
            isFound = true
            round = 0
            return .found
        }
        let isGarbage = sentences == 0 && statistics.bytes > Self.mostBytes
        return isGarbage || now >= givenUpAt ? goOn(at: now) : .undecided
    }

    private var givenUpAt: MonotonicInstant {
        let patience = min(Self.patience * (1 + round), Self.longestPatience)
        guard let lastSentenceAt else { return begunAt + patience }
        return lastSentenceAt + Self.patienceWithSentence
    }

    private mutating func goOn(at now: MonotonicInstant) -> Verdict {
        index += 1
        if index == speeds.count {
            index = 0
            round += 1
        }
        begunAt = now
        isFound = false
        sentences = 0
        bytes = 0
        lastSentenceAt = nil
        return .next
    }
}
