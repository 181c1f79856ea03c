/// What is known about the order in which a receiver sends the sentences of an epoch.
///
/// Learned from the stream and forgotten when it turns out wrong; no order is assumed.
struct ReceiverCycle: Hashable, Sendable {
    /// Where the sentences without a time stand that lie between those of two epochs.
    enum UntimedPlacement: Hashable, Sendable {
        /// Not known; taken as ``trailing``, which is the order of most receivers.
        case unknown

        /// At the end of a cycle, after the sentences with a time.
        case trailing

        /// At the start of a cycle, before them (Qualcomm's modems, phones).
        case leading
    }

    /// Where the sentences without a time stand.
    private(set) var placement = UntimedPlacement.unknown

    private var candidate: Ending?
    private var confirmations = 0

    private var first: SentenceKey?
    private var firstAfterTimed: SentenceKey?
    private var isAfterTimed = false
    private var beganUntimed: Bool?
    private var wasQuiet = false

    /// How often a cycle must have ended alike before its end is believed.
    ///
    /// Two are not enough: receivers that add ZDA or GSV every few seconds end alike for two cycles.
    private static let neededConfirmations = 3

    /// The last sentence of a cycle: a key, and how often in a row it came there.
    private struct Ending: Hashable, Sendable {
        var key: SentenceKey
        var run: Int
    }

    private var last: Ending?

    /// Takes note of any sentence, also of one that says nothing about the fix.
    @inline(__always)
    mutating func observe(_ key: SentenceKey) {
        if first == nil { first = key }
        if isAfterTimed && firstAfterTimed == nil { firstAfterTimed = key }
    }

    /// Takes note of a sentence that contributes to an epoch.
    @inline(__always)
    mutating func observeContribution(_ key: SentenceKey, isTimed: Bool) {
        if beganUntimed == nil { beganUntimed = !isTimed }
        if wasQuiet {
            wasQuiet = false
            placement = isTimed ? .trailing : .leading
        }
        if isTimed {
            isAfterTimed = true
            firstAfterTimed = nil
        }
        // What stands at the start of the next cycle does not end this one.
        guard isTimed || placement != .leading else { return }
        if let known = last, known.key == key {
            last = Ending(key: key, run: known.run &+ 1)
        } else {
            last = Ending(key: key, run: 1)
        }
    }

    /// Whether the sentence observed last ends the cycle.
    @inline(__always)
    var isAtEnd: Bool { confirmations >= Self.neededConfirmations && last == candidate }

    /// Decides, before the first sentence of a new time is observed, where those between the times belong.
    ///
    /// A log that begins with a sentence without a time, and has the same sentence first after the end of an
    /// epoch, was begun at the start of a cycle.
    mutating func observeNewTime() {
        guard placement == .unknown, let firstAfterTimed else { return }
        placement = beganUntimed == true && firstAfterTimed == first ? .leading : .trailing
    }

    /// Takes note that the cycle has ended with the contribution observed last.
    mutating func observeEnd() {
        guard let last else { return }
        if last == candidate {
            confirmations = min(confirmations + 1, Self.neededConfirmations)
        } else {
            candidate = last
            confirmations = 1
        }
        self.last = nil
    }

    /// Begins counting anew without having seen where the cycle ended.
    mutating func restart() { last = nil }

    /// Takes note that the line has been quiet, which only happens between two cycles.
    mutating func observeQuiet() { wasQuiet = true }

    /// Forgets where the cycle ends, because it went on.
    mutating func forgetEnd() { confirmations = 0 }
}
