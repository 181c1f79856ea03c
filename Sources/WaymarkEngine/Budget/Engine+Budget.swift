package import LocationModel

// Reloads are charged to a budget of each widget, which follows from how often the widget is seen and when its person is
// awake. What the budget does not allow waits until it does.
extension Engine {
    /// The age of a timeline from which it is stale if its reload waits for the budget.
    private static let staleAfter: Duration = .seconds(3600)

    /// Returns the budget of a widget; `nil` when there is no such widget or the budget is off.
    package func budget(of widget: WidgetIdentifier) -> BudgetStatus? {
        guard let record = widgets[widget], let most = settings.dailyReloads else { return nil }
        let (budget, waking) = (budget(of: record, most), wakingHours(of: record))
        let (saved, capacity) = (budget.saved(at: now.utc, of: most, waking), budget.capacity(of: most))
        return BudgetStatus(
            dailyReloads: budget.dailyReloads(of: most),
            saved: saved,
            capacity: capacity,
            seenHours: budget.seenHours(at: now.utc),
            night: waking.night,
            nextAt: budget.affords(at: now.utc, of: most, waking)
                ? nil : budget.date(of: 1, most: most, waking, after: now.utc),
            fullAt: saved < capacity ? budget.date(of: capacity, most: most, waking, after: now.utc) : nil,
            uses: budget.uses
        )
    }

    private func budget(of record: WidgetRecord, _ most: Int) -> ReloadBudget {
        record.saved.budget ?? ReloadBudget(dailyReloads: most, at: now.utc)
    }

    private func wakingHours(of record: WidgetRecord) -> WakingHours {
        saved.wakingHours[record.saved.kind.app.user] ?? WakingHours()
    }

    // MARK: Charges

    /// Returns whether a reload for `reason` would be free now, and why.
    func exemption(_ reason: ReloadReason, of record: WidgetRecord) -> ReloadCharge.Exemption? {
        if settings.dailyReloads == nil { return .budgetOff }
        guard reason.isCharged else { return .reason }
        let isInUse =
            reason == .requestedByProvider
            && machine.presence.use(of: record.saved.kind.app, at: now.instant).isInUse
        return isInUse ? .appInUse : nil
    }

    /// Returns the time until a reload for `reason` can be charged; `nil` when it is free or can be charged now.
    func budgetWait(for reason: ReloadReason, of record: WidgetRecord) -> Duration? {
        // A widget without a budget of its own has not used any of it.
        guard let budget = record.saved.budget, let most = settings.dailyReloads,
            exemption(reason, of: record) == nil
        else { return nil }
        let waking = wakingHours(of: record)
        guard !budget.affords(at: now.utc, of: most, waking) else { return nil }
        return now.utc.duration(to: budget.date(of: 1, most: most, waking, after: now.utc))
    }

    /// Charges a reload that is being requested, unless it is free.
    mutating func charge(_ reason: ReloadReason, to widget: WidgetIdentifier) -> ReloadCharge {
        guard let record = widgets[widget], let most = settings.dailyReloads else { return .free(.budgetOff) }
        if let exemption = exemption(reason, of: record) { return .free(exemption) }
        recordLook(at: widget, continuously: true)
        let (utc, waking) = (now.utc, wakingHours(of: record))
        var budget = widgets[widget]?.saved.budget ?? budget(of: record, most)
        budget.charge(reason, at: utc, of: most, waking)
        update(widget) { $0.setBudget(budget) }
        return .charged(left: Int(budget.saved))
    }

    /// Takes back the charge of a request that its provider went away from without an answer.
    mutating func refund(_ outstanding: ReloadProgress.Outstanding, to widget: WidgetIdentifier) {
        guard let reason = outstanding.chargedFor, let most = settings.dailyReloads else { return }
        update(widget) { $0.changeBudget { $0.refund(reason, of: most) } }
    }

    /// Warns once, until the budget is half full again, that a reload waits because the widget has used it up.
    mutating func warnOfBudget(_ widget: WidgetIdentifier, remaining: Duration) {
        guard let budget = widgets[widget]?.saved.budget, !budget.isWarned,
            let most = settings.dailyReloads
        else { return }
        update(widget) { $0.changeBudget { $0.noteWarning() } }
        record(
            .budgetUsedUp(dailyReloads: Int(budget.dailyReloads(of: most)), budget.uses, next: remaining),
            about: widget
        )
    }

    /// Counts a charged reload that brought the content that the widget already had.
    mutating func noteContent(_ timeline: Timeline, of widget: WidgetIdentifier) {
        guard let record = widgets[widget], record.reload.outstanding?.chargedFor != nil,
            let before = record.saved.timeline?.timeline,
            before.entries.count == timeline.entries.count,
            zip(before.entries, timeline.entries).allSatisfy({ $0.content == $1.content })
        else { return }
        update(widget) { $0.changeBudget { $0.noteUnchanged() } }
    }

    // MARK: Views

    /// Records that a widget comes into view, or, if `continuously`, is still or was until now.
    mutating func recordLook(at widget: WidgetIdentifier, continuously: Bool = false) {
        guard let record = widgets[widget], let most = settings.dailyReloads,
            !continuously || record.isInView
        else { return }
        let user = record.saved.kind.app.user
        let utc = now.utc
        let hour = utc.hourSince1970
        var waking = wakingHours(of: record)
        var budget = budget(of: record, most)
        let first = continuously ? min(budget.latestHour + 1, hour) : hour
        // Before the hours of the person change, the budget gets what the earlier hours gave it.
        budget.look(at: utc, continuously: continuously, of: most, waking)
        if budget != record.saved.budget { update(widget) { $0.setBudget(budget) } }
        guard waking.isNews(first...hour) else { return }
        waking.record(first...hour)
        if waking != saved.wakingHours[user] { commit(.wakingHours(user, waking)) }
    }

    /// Returns whether a widget that comes into view has an old timeline because its reload waits for the budget.
    func isStale(_ widget: WidgetIdentifier) -> Bool {
        guard let record = widgets[widget], let timeline = record.saved.timeline,
            timeline.deliveredAt.duration(to: now.utc) >= Self.staleAfter,
            let reason = pendingReload(of: widget)
        else { return false }
        return budgetWait(for: reason, of: record) != nil
    }

    /// Forgets when a person is awake, once the person has no widgets left.
    mutating func forgetWakingHours(of user: UserIdentifier) {
        guard widgets.byUser[user].count == 0, saved.wakingHours[user] != nil else { return }
        commit(.wakingHours(user, nil))
    }
}
