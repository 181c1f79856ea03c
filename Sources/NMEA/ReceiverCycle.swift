/// The order in which a receiver sends the sentences of an epoch.
///
/// It is learned from the stream and dropped when it proves wrong; no order is assumed.
struct ReceiverCycle: Hashable, Sendable {
    /// The place of the sentences without a time between the timed sentences of two epochs.
    enum UntimedPlacement: Hashable, Sendable {
        /// Unknown; treated as ``trailing``, the order of most receivers.
        case unknown

        /// At the end of a cycle, after the timed sentences.
        case trailing

        /// At the start of a cycle, before the timed sentences (Qualcomm modems, phones).
        case leading
    }

    /// The place of the sentences without a time.
    private(set) var placement = UntimedPlacement.unknown

    private var candidate: Ending?
    private var confirmations = 0

    private var first: SentenceKey?
    private var firstAfterTimed: SentenceKey?
    private var isAfterTimed = false
    private var beganUntimed: Bool?
    private var wasQuiet = false

    /// The number of cycles in a row that must end alike before the end is trusted.
    ///
    /// Two are not enough: receivers that add ZDA or GSV every few seconds end two cycles alike.
    private static let fewestConfirmations = 3

    /// The number that is enough however often the end was wrong.
    private static let mostConfirmations = 12

    /// The number that is needed now: a receiver with a sentence in every fifth cycle ends four of them alike.
    private var neededConfirmations = fewestConfirmations

    /// The last sentence of a cycle: its key, and how many times in a row it was repeated.
    private struct Ending: Hashable, Sendable {
        var key: SentenceKey
        var run: Int
    }

    private var last: Ending?

    /// Records any sentence, including one without content for the fix.
    mutating func observe(_ key: SentenceKey) {
        if first == nil { first = key }
        if isAfterTimed && firstAfterTimed == nil { firstAfterTimed = key }
    }

    /// Records a sentence that contributes to an epoch.
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
        // A sentence at the start of the next cycle does not end this one.
        guard isTimed || placement != .leading else { return }
        if let known = last, known.key == key {
            last = Ending(key: key, run: known.run &+ 1)
        } else {
            last = Ending(key: key, run: 1)
        }
    }

    /// Whether the last observed sentence ends the cycle.
    var isAtEnd: Bool { confirmations >= neededConfirmations && last == candidate }

    /// Decides where the sentences without a time belong, before the first sentence of a new time is observed.
    ///
    /// A log that begins with a sentence without a time, and has the same sentence first after an epoch, begins at the
    /// start of a cycle.
    mutating func observeNewTime() {
        guard placement == .unknown, let firstAfterTimed else { return }
        placement = beganUntimed == true && firstAfterTimed == first ? .leading : .trailing
    }

    /// Records that the cycle ended with the last contribution.
    mutating func observeEnd() {
        guard let last else { return }
        if last == candidate {
            confirmations = min(confirmations + 1, neededConfirmations)
        } else {
            candidate = last
            confirmations = 1
        }
        self.last = nil
    }

    /// Starts a new cycle without having seen the end of this one.
    mutating func restart() { last = nil }

    /// Records that the line was quiet, which happens only between two cycles.
    mutating func observeQuiet() { wasQuiet = true }

    /// Forgets the end of the cycle, because the cycle went on after it.
    mutating func forgetEnd() {
        if confirmations > 0 { neededConfirmations = min(2 * neededConfirmations, Self.mostConfirmations) }
        confirmations = 0
    }
}
