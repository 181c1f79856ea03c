import LocationModel

/// Joins the sentences of one epoch into exactly one ``LocationModel/Epoch``.
///
/// An epoch is identified by its time of day. It is closed by a sentence of another time, by a repeated sentence
/// without a time, by ``flush()`` when the line is quiet, and, with ``closesPromptly``, by the sentence that ended the
/// previous cycles. Later sentences of the same time are ignored.
struct EpochAssembler: Sendable {
    /// Whether an epoch is closed by the last sentence of its cycle rather than by the first of the next.
    ///
    /// This saves the consumers of a live receiver one reporting interval. A recording needs no such saving, and
    /// waiting cannot lose the last sentence of an unusually long cycle.
    let closesPromptly: Bool

    private var draft = EpochDraft()
    private var keys = SentenceKeySet()
    private(set) var isOpen = false

    /// The epoch closed last, built in place: copying a fix costs as much as decoding a sentence.
    private var fix = Fix.placeholder
    private var pending = PendingEpoch.none

    /// The satellites of the epoch closed last, if it has no fix.
    private var satellites = SatelliteCount()
    private var tally = SatelliteTally()

    /// The time of the epoch closed last, with its date.
    private var closedInstant: UTCInstant?

    /// What the closed epoch is, until it is emitted.
    private enum PendingEpoch {
        case none
        case fix
        case noFix
    }

    /// The values of VTG and GSA that may belong to this epoch or to the next one.
    private var untimed = UntimedValues()
    private(set) var closedTime: TimeOfDay?
    private var wasClosedPromptly = false
    private var cycle = ReceiverCycle()
    private var history: SolutionHistory
    private var context = EpochContext()

    init(closesPromptly: Bool, dates: DateRule = .asRecorded) {
        self.closesPromptly = closesPromptly
        history = SolutionHistory(dates: dates)
    }

    /// Records the key of any well-framed sentence, before the sentence is added or ignored.
    mutating func observe(_ key: SentenceKey) { cycle.observe(key) }

    /// Adds a sentence that may have a time.
    ///
    /// - Parameters:
    ///   - key: The talker and type of the sentence.
    ///   - time: The time of the sentence, if it has one.
    ///   - merge: Merges the sentence into the draft of its epoch.
    /// - Returns: Whether the sentence arrived in time for its epoch.
    mutating func add(
        _ key: SentenceKey,
        at time: TimeOfDay?,
        _ merge: (inout EpochDraft) -> Void
    ) -> Bool {
        guard prepareDraft(for: key, at: time) else {
            // What is too late for its epoch still tells the next ones what they lack.
            var late = EpochDraft()
            late.time = time
            merge(&late)
            history.hold(&late)
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
            keys.removeAll()
            isOpen = true
            context.beginEpoch(&draft)
        }
        mergeUntimed()
        cycle.observeContribution(key, isTimed: true)
        keys.insert(key)
        if draft.time == nil { draft.time = time }
        return true
    }

    /// Adds a sentence of a type that never has a time.
    ///
    /// - Returns: Whether the sentence arrived in time for its epoch.
    mutating func addUntimed(
        _ key: SentenceKey,
        _ merge: (inout UntimedValues) -> Void
    ) -> Bool {
        guard acceptUntimed(key) else { return false }
        merge(&untimed)
        return true
    }

    private mutating func acceptUntimed(_ key: SentenceKey) -> Bool {
        if !isOpen && wasClosedPromptly && cycle.placement != .leading {
            cycle.forgetEnd()
            return false
        }
        cycle.observeContribution(key, isTimed: false)
        return true
    }

    /// Adds a proprietary error estimate without a time, which stands among the sentences of its epoch.
    ///
    /// - Returns: Whether the estimate arrived in time for its epoch.
    mutating func addEstimate(_ key: SentenceKey, _ accuracy: StatedAccuracy?) -> Bool {
        guard isOpen else {
            if wasClosedPromptly && cycle.placement != .leading {
                cycle.forgetEnd()
                return false
            }
            if let accuracy { context.record(accuracy) }
            return true
        }
        cycle.observeContribution(key, isTimed: false)
        draft.merge(accuracy)
        return true
    }

    /// Records the datum of the following positions.
    mutating func record(_ dtm: DTM) { context.record(dtm, isEpochOpen: isOpen) }

    /// Records the time of a TAG block in front of the next sentence.
    mutating func record(tagTime: UTCInstant) { context.record(tagTime: tagTime) }

    /// Records how many satellites of the talker's system are in view.
    mutating func record(inView: Int, of key: SentenceKey) { tally.record(inView, of: key) }

    mutating func record(_ signals: SignalSums) { tally.record(signals) }

    /// Closes the open epoch because the line is quiet or the stream has ended.
    mutating func flush() {
        if isOpen {
            mergeUntimed()
            cycle.observeEnd()
            close()
        }
        untimed.removeAll()
        wasClosedPromptly = false
        cycle.observeQuiet()
    }

    /// Whether an epoch was closed that has not been emitted.
    var hasPending: Bool { pending != .none }
    var hasPendingFix: Bool { pending == .fix }

    /// Closes the open epoch if its last sentence ends the cycle, and returns whether it did.
    mutating func closeAtEnd() -> Bool {
        // A sentence that usually comes last and for once comes first must not close the epoch to the others.
        guard closesPromptly, isOpen, cycle.isAtEnd, draft.statesSolution else { return false }
        mergeUntimed()
        cycle.restart()
        close()
        wasClosedPromptly = true
        return true
    }

    mutating func emitPending(_ emit: (Epoch, TimeOfDay?) -> Void) {
        guard pending != .none else { return }
        if pending == .fix {
            emit(.fix(fix), closedTime)
        } else {
            emit(.noFix(time: closedInstant, satellites: satellites), closedTime)
        }
        pending = .none
    }

    /// Leaves out the epoch that was closed.
    mutating func dropPending() { pending = .none }

    private mutating func belongsToDraft(_ key: SentenceKey, _ time: TimeOfDay?) -> Bool {
        guard let time, let open = draft.time else { return !keys.contains(key) }
        return time.isSameEpoch(as: open)
    }

    private func isClosed(_ time: TimeOfDay?) -> Bool {
        guard let time, let closedTime else { return false }
        return time.isSameEpoch(as: closedTime)
    }

    private mutating func mergeUntimed() {
        guard !untimed.isEmpty else { return }
        draft.merge(&untimed)
        untimed.removeAll()
    }

    private mutating func close() {
        isOpen = false
        wasClosedPromptly = false
        closedTime = draft.time
        defer { context.endEpoch() }
        guard draft.statesSolution else { return }
        tally.endEpoch()
        draft.signals = tally.strengths
        let (time, hasFix) = history.close(&draft, &context, into: &fix)
        pending = hasFix ? .fix : .noFix
        if hasFix { fix.signs = tally.strengths.map { ReceptionSigns(signals: $0) } }
        if !hasFix { satellites = SatelliteCount(used: draft.satellitesUsed, inView: tally.inView) }
        closedInstant = time
    }
}

extension Fix {
    /// The value of `fix` before the first one.
    fileprivate static var placeholder: Fix {
        guard let coordinate = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0) else {
            preconditionFailure("zero is in range")
        }
        return Fix(coordinate: coordinate)
    }
}
