import LocationModel

/// Joins the sentences of one epoch into exactly one ``LocationModel/Epoch``.
///
/// An epoch is identified by its time of day. It is closed by a sentence of another time, by a repeated sentence
/// without a time, by ``flush()`` when the line is quiet, and by ``closeAtEnd()`` with the sentence that ended the
/// previous cycles. Later sentences of the same time are ignored.
struct EpochAssembler: Sendable {
    private var draft = EpochDraft()

    /// The timed sentences of the open epoch.
    private var keys: [SentenceKey] = []
    private(set) var isOpen = false

    /// Whether the epoch closed last has a fix; `nil` once that is taken.
    private(set) var closedHasFix: Bool?
    private var closed = Epoch.noFix(time: nil)
    private var closedTime: TimeOfDay?
    private var wasClosedPromptly = false

    /// The values of VTG, GSA and PGRME that may belong to this epoch or to the next one.
    private var untimed = UntimedValues()
    private var tally = SatelliteTally()
    private var cycle = ReceiverCycle()
    private var history: SolutionHistory

    /// The datum of the receiver's positions, as last reported.
    private var datum: DTM?

    /// A datum reported while an epoch was open whose positions may still be of the previous datum.
    private var nextDatum: DTM?

    /// The time of the newest TAG block, until an epoch begins.
    private var tagTime: UTCInstant?

    /// When the first sentence of the open epoch was received, according to a TAG block.
    private var arrival: UTCInstant?

    init(dates: DateRule) { history = SolutionHistory(dates: dates) }

    /// Records the key of any well-framed sentence, before the sentence is added or ignored.
    mutating func observe(_ key: SentenceKey) { cycle.observe(key) }

    /// Adds a sentence that may have a time, and returns whether it arrived in time for its epoch.
    mutating func add(_ key: SentenceKey, at time: TimeOfDay?, _ merge: (inout EpochDraft) -> Void) -> Bool {
        guard prepareDraft(for: key, at: time) else {
            // What is too late for its epoch still tells the next ones what they lack.
            var late = EpochDraft()
            late.time = time
            merge(&late)
            history.hold(late)
            return false
        }
        merge(&draft)
        return true
    }

    /// Prepares the draft for a sentence, or returns `false` if the sentence is too late.
    private mutating func prepareDraft(for key: SentenceKey, at time: TimeOfDay?) -> Bool {
        if isOpen && !belongsToDraft(key, time) {
            guard !isClosed(time) else { return false }
            cycle.observeNewTime()
            if cycle.placement != .leading { mergeUntimed() }
            cycle.observeEnd()
            close()
        }
        if !isOpen {
            if isClosed(time) {
                cycle.forgetEnd()
                return false
            }
            draft = EpochDraft()
            (arrival, tagTime) = (tagTime, nil)
            keys.removeAll(keepingCapacity: true)
            isOpen = true
        }
        mergeUntimed()
        cycle.observeContribution(key, isTimed: true)
        // No receiver's cycle has more.
        if keys.count < 12, !keys.contains(key) { keys.append(key) }
        if draft.time == nil { draft.time = time }
        return true
    }

    /// Adds a sentence of a type that never has a time, and returns whether it arrived in time for its epoch.
    mutating func addUntimed(_ key: SentenceKey, _ merge: (inout UntimedValues) -> Void) -> Bool {
        guard !comesTooLate() else { return false }
        // A proprietary sentence before an epoch does not tell where the others stand.
        if isOpen || !key.isProprietary { cycle.observeContribution(key, isTimed: false) }
        merge(&untimed)
        return true
    }

    /// Returns whether a sentence without a time comes after an epoch that was closed too early, and learns from it.
    private mutating func comesTooLate() -> Bool {
        guard !isOpen, wasClosedPromptly, cycle.placement != .leading else { return false }
        cycle.forgetEnd()
        return true
    }

    mutating func record(_ dtm: DTM) {
        // The first DTM in a stream also describes the positions before it.
        if isOpen && datum != nil { nextDatum = dtm } else { datum = dtm }
    }

    /// Records the time of a TAG block in front of the next sentence.
    mutating func record(tagTime: UTCInstant) { self.tagTime = tagTime }

    mutating func record(_ gsv: GSV, of key: SentenceKey) { tally.record(gsv, of: key.talker) }

    /// Closes the open epoch because the line is quiet or the stream has ended.
    mutating func flush() {
        if isOpen {
            mergeUntimed()
            cycle.observeEnd()
            close()
        }
        untimed = UntimedValues()
        wasClosedPromptly = false
        cycle.observeQuiet()
    }

    /// Closes the open epoch if its last sentence ends the cycle, without waiting for the first of the next.
    ///
    /// This saves one reporting interval. Waiting cannot lose the last sentence of an unusually long cycle.
    mutating func closeAtEnd() {
        // A sentence that usually comes last and for once comes first must not close the epoch to the others.
        guard isOpen, cycle.isAtEnd, draft.statesSolution else { return }
        mergeUntimed()
        cycle.restart()
        close()
        wasClosedPromptly = true
    }

    /// Returns the epoch that was closed, with its time of day, once.
    mutating func takeClosed() -> (epoch: Epoch, time: TimeOfDay?) {
        assert(closedHasFix != nil, "no epoch is closed")
        closedHasFix = nil
        return (closed, closedTime)
    }

    private func belongsToDraft(_ key: SentenceKey, _ time: TimeOfDay?) -> Bool {
        guard let time, let open = draft.time else { return !keys.contains(key) }
        return time.isSameEpoch(as: open)
    }

    private func isClosed(_ time: TimeOfDay?) -> Bool {
        guard let time, let closedTime else { return false }
        return time.isSameEpoch(as: closedTime)
    }

    private mutating func mergeUntimed() {
        guard !untimed.isEmpty else { return }
        draft.merge(untimed)
        untimed = UntimedValues()
    }

    private mutating func close() {
        isOpen = false
        wasClosedPromptly = false
        closedTime = draft.time
        defer { (datum, nextDatum) = (nextDatum ?? datum, nil) }
        guard draft.statesSolution else { return }
        tally.endEpoch()
        draft.signals = tally.strengths
        closedHasFix = history.close(&draft, datum, tally, arrival: arrival, into: &closed)
    }
}
