import LocationModel
import NMEA

/// Detects the line speed of a serial receiver by listening at one speed after another.
///
/// A speed is right after three sentences with a valid checksum; a single one may be chance. It is wrong if
/// nothing readable arrives for a while, or if many other bytes do. The found speed stays under observation,
/// because a receiver can be set to another speed or be replaced.
struct SpeedSearch {
    /// The speeds in bits per second, the most common first.
    static let commonSpeeds = [4800, 9600, 38400, 115_200, 57600, 19200, 230_400, 460_800]

    private static let sentencesNeeded = 3

    /// The time for each speed: more than two bursts of a receiver that reports each second.
    ///
    /// It grows with each round, for slower receivers.
    private static let patience: Duration = .seconds(3)
    private static let longestPatience: Duration = .seconds(12)

    /// The time after a first sentence: a slow receiver needs this long for the others.
    private static let patienceWithSentence: Duration = .seconds(12)

    /// The number of bytes without a sentence that rules a speed out; a line cut in the middle, or binary messages
    /// between sentences, are shorter.
    private static let garbageLimit = 1200

    /// The number of bytes, and the time, without a sentence after which a found speed is doubted.
    private static let garbageLimitOnceFound = 4000
    private static let patienceOnceFound: Duration = .seconds(10)

    private let speeds: [Int]

    /// The number of the attempt; the rounds are counted anew once a speed is found.
    private var attempt = 0
    private var begunAt: MonotonicInstant
    private var isFound = false
    private var hasHeard = false

    /// The counters at the arrival of the last sentence, and its time.
    private var sentences = 0
    private var bytes = 0
    private var lastSentenceAt: MonotonicInstant?

    /// Creates a search that begins with the speed that worked before, if there is one.
    init(first: Int?, at now: MonotonicInstant) {
        speeds = [first].compactMap(\.self) + Self.commonSpeeds.filter { $0 != first }
        begunAt = now
    }

    /// The speed to listen at, in bits per second.
    var speed: Int { speeds[attempt % speeds.count] }

    private var round: Int { attempt / speeds.count }

    /// The state of a receiver during the search: each speed once, and then that no speed was right.
    var state: ReceiverState {
        if round == 0 { return .connecting(.detectingSpeed(baud: speed)) }
        return .acquiring(hasHeard ? .unreadable : .nothingHeard)
    }

    /// When to call ``check(_:at:)`` even if nothing has arrived.
    var deadline: MonotonicInstant? { isFound ? nil : givesUpAt }

    /// Checks the counters since the current speed was set; `retuned` means that the next speed is on trial.
    mutating func check(_ statistics: DecodeStatistics, at now: MonotonicInstant) -> Tuning {
        if statistics.bytes > 0 { hasHeard = true }
        if statistics.sentences > sentences {
            sentences = statistics.sentences
            bytes = statistics.bytes
            lastSentenceAt = now
        }
        if isFound {
            let isReadable =
                statistics.bytes - bytes <= Self.garbageLimitOnceFound
                || lastSentenceAt.map { now - $0 < Self.patienceOnceFound } ?? true
            return isReadable ? .settled : tryNextSpeed(at: now)
        }
        if sentences >= Self.sentencesNeeded {
            isFound = true
            attempt %= speeds.count
            return .settled
        }
        let isGarbage = sentences == 0 && statistics.bytes > Self.garbageLimit
        return isGarbage || now >= givesUpAt ? tryNextSpeed(at: now) : .searching(state)
    }

    private var givesUpAt: MonotonicInstant {
        let patience = min(Self.patience * (1 + round), Self.longestPatience)
        guard let lastSentenceAt else { return begunAt + patience }
        return lastSentenceAt + Self.patienceWithSentence
    }

    private mutating func tryNextSpeed(at now: MonotonicInstant) -> Tuning {
        attempt += 1
        begunAt = now
        isFound = false
        sentences = 0
        bytes = 0
        lastSentenceAt = nil
        return .retuned(state)
    }
}
