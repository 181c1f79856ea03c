import LocationModel

// Reloads are charged to a budget of each widget, which follows from how often the widget is seen and when its person is
// awake. What the budget does not allow waits until it does.
extension Widgets {
    /// The age of a timeline from which it is stale if its reload waits for the budget.
    private static let staleAfter: Duration = .seconds(3600)

    /// Returns the budget of a widget; `nil` when there is no such widget or the budget is off.
    func budget(of widget: WidgetIdentifier, _ turn: Turn) -> BudgetStatus? {
        guard let record = table[widget], let most = turn.settings.dailyReloads else { return nil }
        let (budget, waking) = (budget(of: record, most, turn), wakingHours(of: record))
        let now = turn.now.utc
        let (saved, capacity) = (budget.saved(at: now, of: most, waking), budget.capacity(of: most))
        return BudgetStatus(
            dailyReloads: budget.dailyReloads(of: most),
            saved: saved,
            capacity: capacity,
            seenHours: budget.seenHours(at: now),
            night: waking.night,
            nextAt: budget.affords(at: now, of: most, waking)
                ? nil : budget.date(of: 1, most: most, waking, after: now),
            fullAt: saved < capacity ? budget.date(of: capacity, most: most, waking, after: now) : nil,
            uses: budget.uses
        )
    }

    private func budget(of record: WidgetRecord, _ most: Int, _ turn: Turn) -> ReloadBudget {
        record.saved.budget ?? ReloadBudget(dailyReloads: most, at: turn.now.utc)
    }

    private func wakingHours(of record: WidgetRecord) -> WakingHours {
        wakingHours[record.saved.kind.app.user] ?? WakingHours()
    }

    // MARK: Charges

    /// Returns whether a reload for `reason` would be free now, and why.
    func exemption(
        _ reason: ReloadReason,
        of record: WidgetRecord,
        _ presence: Presence,
        _ turn: Turn
    ) -> ReloadCharge.Exemption? {
        if turn.settings.dailyReloads == nil { return .budgetOff }
        guard reason.isCharged else { return .reason }
        let isInUse =
            reason == .requestedByProvider
            && presence.use(of: record.saved.kind.app, at: turn.now.instant) != nil
        return isInUse ? .appInUse : nil
    }

    /// Returns the time until a reload for `reason` can be charged; `nil` when it is free or can be charged now.
    func budgetWait(
        for reason: ReloadReason,
        of record: WidgetRecord,
        _ presence: Presence,
        _ turn: Turn
    ) -> Duration? {
        // A widget without a budget of its own has not used any of it.
        guard let budget = record.saved.budget, let most = turn.settings.dailyReloads,
            exemption(reason, of: record, presence, turn) == nil
        else { return nil }
        let (now, waking) = (turn.now.utc, wakingHours(of: record))
        guard !budget.affords(at: now, of: most, waking) else { return nil }
        return now.duration(to: budget.date(of: 1, most: most, waking, after: now))
    }

    /// Charges a reload that is being requested, unless it is free.
    mutating func charge(
        _ reason: ReloadReason,
        to widget: WidgetIdentifier,
        _ presence: Presence,
        _ turn: inout Turn
    ) -> ReloadCharge {
        guard let record = table[widget], let most = turn.settings.dailyReloads else {
            return .free(exemption: .budgetOff)
        }
        if let exemption = exemption(reason, of: record, presence, turn) {
            return .free(exemption: exemption)
        }
        recordLook(at: widget, continuously: true, &turn)
        var budget = table[widget]?.saved.budget ?? budget(of: record, most, turn)
        budget.charge(reason, at: turn.now.utc, of: most, wakingHours(of: record))
        update(widget, &turn) { $0.saved.budget = budget }
        return .charged(left: Int(budget.saved))
    }

    /// Takes back the charge of a request whose provider went away without an answer.
    mutating func refund(
        _ outstanding: ReloadProgress.Outstanding,
        to widget: WidgetIdentifier,
        _ turn: inout Turn
    ) {
        guard let reason = outstanding.chargedFor, let most = turn.settings.dailyReloads else { return }
        update(widget, &turn) { $0.saved.budget?.refund(reason, of: most) }
    }

    /// Warns once, until the budget is half full again, that a reload waits because the widget has used it up.
    mutating func warnOfBudget(_ widget: WidgetIdentifier, remaining: Duration, _ turn: inout Turn) {
        guard let budget = table[widget]?.saved.budget, !budget.isWarned,
            let most = turn.settings.dailyReloads
        else { return }
        update(widget, &turn) { $0.saved.budget?.isWarned = true }
        let daily = Int(budget.dailyReloads(of: most))
        record(.budgetUsedUp(dailyReloads: daily, budget.uses, next: remaining), about: widget, &turn)
    }

    /// Counts a charged reload that brought the content that the widget already had.
    mutating func recordContent(_ timeline: Timeline, of widget: WidgetIdentifier, _ turn: inout Turn) {
        guard let record = table[widget], record.reload.outstanding?.chargedFor != nil,
            let before = record.saved.timeline?.timeline,
            before.entries.count == timeline.entries.count,
            zip(before.entries, timeline.entries).allSatisfy({ $0.content == $1.content })
        else { return }
        update(widget, &turn) { $0.saved.budget?.uses.unchanged.add(1) }
    }

    // MARK: Views

    /// Records that a widget comes into view, or, if `continuously`, is still or was until now.
    mutating func recordLook(
        at widget: WidgetIdentifier,
        continuously: Bool = false,
        _ turn: inout Turn
    ) {
        guard let record = table[widget], let most = turn.settings.dailyReloads,
            !continuously || record.isInView
        else { return }
        let (user, now) = (record.saved.kind.app.user, turn.now.utc)
        let hour = now.hourSince1970
        var waking = wakingHours(of: record)
        var budget = budget(of: record, most, turn)
        let first = continuously ? min(budget.latestHour + 1, hour) : hour
        // Before the person's hours change, the budget is refilled by the earlier ones.
        budget.recordView(at: now, continuously: continuously, of: most, waking)
        if budget != record.saved.budget { update(widget, &turn) { $0.saved.budget = budget } }
        waking.record(first...hour)
        guard waking != wakingHours[user] else { return }
        wakingHours[user] = waking
        turn.commit(.wakingHours(user, waking))
    }

    /// Returns whether a widget that comes into view has an old timeline because its reload waits for the budget.
    func isStale(_ widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> Bool {
        guard let record = table[widget], let timeline = record.saved.timeline,
            timeline.deliveredAt.duration(to: turn.now.utc) >= Self.staleAfter,
            let reason = pendingReload(of: widget, machine, turn)
        else { return false }
        return budgetWait(for: reason, of: record, machine.presence, turn) != nil
    }
}
