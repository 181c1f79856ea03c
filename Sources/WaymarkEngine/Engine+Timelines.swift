package import LocationModel

extension Engine {
    // MARK: Answers of providers

    mutating func accept(
        _ timeline: Timeline,
        for request: RequestIdentifier,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let (widget, outstanding) = try outstanding(request, session: session, by: caller)
        let again = outstanding.again
        endedRequests.add(request, .answered)
        reloads[widget]?.succeed()
        commit(
            .timeline(
                widget,
                DeliveredTimeline(
                    timeline: timeline,
                    deliveredAt: now.utc,
                    knewLocation: outstanding.knowsLocation
                )
            )
        )
        if state.pendingReloads[widget] != again { commit(.pendingReload(widget, again)) }
        record(.timeline(request, entries: timeline.entries.count, timeline.policy), about: widget)
        tellHosts(of: widget)
        release(widget)
        return .done
    }

    mutating func acceptFailure(
        _ message: String,
        of request: RequestIdentifier,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let (widget, _) = try outstanding(request, session: session, by: caller)
        endedRequests.add(request, .answered)
        let delay = fail(widget)
        record(.timelineFailed(request, message: message, retryIn: delay), about: widget)
        return .retry(after: delay)
    }

    mutating func reloadTimelines(
        session: SessionIdentifier,
        kind: WidgetKind?,
        widget: WidgetIdentifier?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let provider = try provider(session, for: caller)
        if let kind, !provider.kinds.contains(kind) { throw .unknownKind(provider.app.app, kind) }
        let served = state.widgets.filter {
            $0.value.kind.app == provider.app && provider.kinds.contains($0.value.kind.kind)
                && (kind == nil || $0.value.kind.kind == kind) && (widget == nil || $0.key == widget)
        }.keys.sorted()
        if let widget, served.isEmpty { throw .unknownWidget(widget) }
        for widget in served { owe(widget, .requestedByProvider) }
        return .widgets(served)
    }

    private func provider(
        _ session: SessionIdentifier,
        for caller: Caller
    ) throws(Refusal) -> ProviderSessions.Provider {
        guard let provider = providers[session], caller.mayActFor(provider.app.user) else {
            throw .unknownSession(session)
        }
        return provider
    }

    private func outstanding(
        _ request: RequestIdentifier,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> (WidgetIdentifier, ReloadProgress.Outstanding) {
        _ = try provider(session, for: caller)
        let found = reloads.first { $0.value.outstanding?.request == request }
        guard let (widget, progress) = found, let outstanding = progress.outstanding,
            outstanding.session == session
        else { throw .requestOver(request, found == nil ? endedRequests[request] : .unknown) }
        return (widget, outstanding)
    }

    // MARK: What the clock brings

    mutating func endLateRequests() {
        for (widget, progress) in reloads.sorted(by: { $0.key < $1.key }) {
            guard let outstanding = progress.outstanding, outstanding.deadline <= now.instant else {
                continue
            }
            endedRequests.add(outstanding.request, .late)
            let delay = fail(widget)
            record(.timelineLate(outstanding.request, retryIn: delay), about: widget)
        }
    }

    mutating func retryDueReloads() {
        for (widget, progress) in reloads.sorted(by: { $0.key < $1.key }) {
            guard let retryAt = progress.retryAt, retryAt <= now.instant else { continue }
            reloads[widget]?.retryAt = nil
            release(widget)
        }
    }

    mutating func stopAwaitingFixes() {
        for (widget, progress) in reloads.sorted(by: { $0.key < $1.key }) {
            guard let until = progress.fixAwaitedUntil, until <= now.instant else { continue }
            release(widget)
            reloads[widget]?.fixAwaitedUntil = nil
        }
    }

    mutating func startScheduledReloads() {
        for (widget, delivered) in state.timelines.sorted(by: { $0.key < $1.key })
        where state.pendingReloads[widget] == nil {
            guard let (date, reason) = scheduledReload(after: delivered), date <= now.utc else { continue }
            owe(widget, reason)
        }
    }

    /// When the clock reloads a widget next.
    var nextScheduledReload: ContinuousClock.Instant? {
        state.timelines.lazy
            .filter { state.pendingReloads[$0.key] == nil }
            .compactMap { self.scheduledReload(after: $0.value)?.date }
            .min().map { instant(of: $0) }
    }

    /// Returns when, and why, the clock reloads a widget with this timeline.
    package func scheduledReload(after delivered: DeliveredTimeline) -> (
        date: UTCInstant, reason: ReloadReason
    )? {
        let earliest = delivered.deliveredAt.advanced(by: settings.minimumReloadInterval)
        switch delivered.timeline.policy {
        case .never: return nil
        case .after(let date): return (max(date, earliest), .dateReached)
        case .atEnd: return delivered.timeline.entries.last.map { (max($0.date, earliest), .timelineEnded) }
        }
    }

    /// Tells hosts of the entries whose date has come.
    mutating func showDueEntries() {
        guard !hosts.isEmpty else {
            hosts.entriesShownAt = now.utc
            return
        }
        for (widget, delivered) in state.timelines.sorted(by: { $0.key < $1.key }) {
            guard let date = delivered.timeline.nextEntryDate(after: hosts.entriesShownAt), date <= now.utc
            else {
                continue
            }
            tellHosts(of: widget)
        }
        hosts.entriesShownAt = now.utc
    }

    /// When hosts have to be told of an entry next.
    var nextEntryForHosts: ContinuousClock.Instant? {
        guard !hosts.isEmpty else { return nil }
        return state.timelines.values.lazy
            .compactMap { $0.timeline.nextEntryDate(after: self.now.utc) }
            .min().map { instant(of: $0) }
    }

    private mutating func fail(_ widget: WidgetIdentifier) -> Duration {
        let again = reloads[widget]?.outstanding?.again
        let delay = reloads[widget]?.fail(at: now.instant, settings: settings) ?? .zero
        let owed = ReloadReason.retry.merged(with: again)
        if state.pendingReloads[widget] != owed { commit(.pendingReload(widget, owed)) }
        return delay
    }
}
