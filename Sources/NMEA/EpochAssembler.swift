import LocationModel

/// Joins the sentences of one epoch into exactly one ``LocationModel/Epoch``.
///
/// An epoch is known by its time of day. It is closed by a sentence of another time; by a sentence without a
/// time that has been there already; when the caller says that the line is quiet; and, where asked for, as
/// soon as the sentence has come that ended the last cycles. What comes later for the same time is ignored.
struct EpochAssembler: Sendable {
    /// Whether an epoch leaves with the last sentence of its cycle instead of with the first of the next.
    ///
    /// That saves a live receiver's consumers one interval. In a recording there is nothing to save, and waiting
    /// cannot lose a sentence that comes after an unusually long cycle.
    let closesPromptly: Bool

    private var draft = EpochDraft()
    private var keys = SentenceKeySet()
    private(set) var isOpen = false

    /// The epoch closed last, built in place: it is large, and to move it about costs as much as to read a sentence.
    private var fix = Fix.none
    private var closing = Closing.nothing

    /// The time of the epoch closed last, on its day.
    private var closedInstant: UTCInstant?

    private enum Closing {
        /// The last epoch has been handed out.
        case nothing
        case fix
        case noFix
    }

    /// Epochs that had a time or a position.
    private(set) var epochs = 0

    /// Of the epochs, those that had a fix.
    private(set) var fixes = 0

    /// VTG and GSA that may still be of this epoch or of the next one.
    private var untimed = UntimedValues()

    private var closedTime: TimeOfDay?
    private var wasClosedPromptly = false
    private var cycle = ReceiverCycle()
    private var history: SolutionHistory
    private var surroundings = EpochSurroundings()

    /// Creates an assembler at the start of a stream.
    init(closesPromptly: Bool, dates: DateRule = .asRecorded) {
        self.closesPromptly = closesPromptly
        history = SolutionHistory(dates: dates)
    }

    /// Takes note of any well-framed sentence, before it is added or instead.
    @inline(__always)
    mutating func observe(_ key: SentenceKey) { cycle.observe(key) }

    /// Adds a sentence that may state its time.
    ///
    /// - Parameters:
    ///   - key: The sentence's talker and type.
    ///   - time: Its time, if it states one.
    ///   - apply: Takes the sentence into the draft of its epoch.
    /// - Returns: Whether the sentence came in time for its epoch.
    @inline(__always)
    mutating func add(
        _ key: SentenceKey,
        at time: TimeOfDay?,
        _ apply: (inout EpochDraft) -> Void
    ) -> Bool {
        guard admits(key, at: time) else { return false }
        apply(&draft)
        return true
    }

    /// Prepares the draft for a sentence, unless that comes too late.
    private mutating func admits(_ key: SentenceKey, at time: TimeOfDay?) -> Bool {
        if isOpen && !belongsToDraft(key, time) {
            guard !isClosed(time) else { return false }
            cycle.observeNewTime()
            if cycle.placement != .leading { absorbUntimed() }
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
            surroundings.begin(&draft)
        }
        absorbUntimed()
        cycle.observeContribution(key, isTimed: true)
        keys.insert(key)
        if draft.time == nil { draft.time = time }
        return true
    }

    /// Adds a sentence that never states a time.
    ///
    /// - Returns: Whether the sentence came in time for its epoch.
    @inline(__always)
    mutating func addUntimed(
        _ key: SentenceKey,
        _ apply: (inout UntimedValues) -> Void
    ) -> Bool {
        guard admitsUntimed(key) else { return false }
        apply(&untimed)
        return true
    }

    private mutating func admitsUntimed(_ key: SentenceKey) -> Bool {
        if !isOpen && wasClosedPromptly && cycle.placement != .leading {
            cycle.forgetEnd()
            return false
        }
        cycle.observeContribution(key, isTimed: false)
        return true
    }

    /// Adds an estimate of accuracy that never states a time, and stands among the sentences of its epoch.
    ///
    /// - Returns: Whether it came in time for its epoch.
    mutating func addEstimate(_ key: SentenceKey, _ accuracy: StatedAccuracy?) -> Bool {
        guard isOpen else {
            if wasClosedPromptly && cycle.placement != .leading {
                cycle.forgetEnd()
                return false
            }
            if let accuracy { surroundings.take(accuracy) }
            return true
        }
        cycle.observeContribution(key, isTimed: false)
        draft.take(accuracy)
        return true
    }

    /// Takes note of the datum of the positions to come.
    mutating func note(_ dtm: DTM) { surroundings.take(dtm, whileOpen: isOpen) }

    /// Takes note of the time of a TAG block before the next sentence.
    mutating func note(tagTime: UTCInstant) { surroundings.take(tagTime: tagTime) }

    /// Closes the open epoch because the line is quiet or the stream has ended.
    mutating func flush() {
        if isOpen {
            absorbUntimed()
            cycle.observeEnd()
            close()
        }
        untimed.removeAll()
        wasClosedPromptly = false
        cycle.observeQuiet()
    }

    /// Hands out the epochs that the last sentence has closed: that of another time, and its own where it ends it.
    @inline(__always)
    mutating func handOut(_ emit: (Epoch, TimeOfDay?) -> Void) {
        handOutClosed(emit)
        // What usually comes last and comes first for once must not shut the others out.
        guard closesPromptly, isOpen, cycle.isAtEnd, draft.statesSolution else { return }
        absorbUntimed()
        cycle.restart()
        close()
        wasClosedPromptly = true
        handOutClosed(emit)
    }

    @inline(__always)
    private mutating func handOutClosed(_ emit: (Epoch, TimeOfDay?) -> Void) {
        guard closing != .nothing else { return }
        if closing == .fix {
            emit(.fix(fix), closedTime)
        } else {
            emit(.noFix(time: closedInstant), closedTime)
        }
        closing = .nothing
    }

    @inline(__always)
    private mutating func belongsToDraft(_ key: SentenceKey, _ time: TimeOfDay?) -> Bool {
        guard let time, let open = draft.time else { return !keys.contains(key) }
        return time.isSameEpoch(as: open)
    }

    @inline(__always)
    private func isClosed(_ time: TimeOfDay?) -> Bool {
        guard let time, let closedTime else { return false }
        return time.isSameEpoch(as: closedTime)
    }

    @inline(__always)
    private mutating func absorbUntimed() {
        guard !untimed.isEmpty else { return }
        draft.take(&untimed)
        untimed.removeAll()
    }

    private mutating func close() {
        isOpen = false
        wasClosedPromptly = false
        closedTime = draft.time
        defer { surroundings.end() }
        guard draft.statesSolution else { return }
        epochs += 1
        let (time, hasFix) = history.close(&draft, &surroundings, into: &fix)
        if hasFix { fixes += 1 }
        closing = hasFix ? .fix : .noFix
        closedInstant = time
    }
}

extension Fix {
    /// A fix before the first one.
    fileprivate static var none: Fix {
        guard let coordinate = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0) else {
            preconditionFailure("zero is in range")
        }
        return Fix(coordinate: coordinate)
    }
}
