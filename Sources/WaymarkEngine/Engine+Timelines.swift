import LocationModel

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
        endedRequests.add(request, of: session, .answered)
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
        endedRequests.add(request, of: session, .answered)
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
        let served = widgets(of: provider.app, kinds: kind.map { [$0] } ?? provider.kinds)
            .filter { widget == nil || $0 == widget }
        if let widget, served.isEmpty { throw .unknownWidget(widget) }
        for widget in served { owe(widget, .requestedByProvider) }
        return .widgets(served)
    }

    private func provider(
        _ session: SessionIdentifier,
        for caller: Caller
    ) throws(Refusal) -> ProviderSessions.Provider {
        guard let provider = providers[session], caller.mayActFor(provider.app) else {
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
        guard let widget = reloads.widget(of: request), let outstanding = reloads[widget]?.outstanding else {
            throw .requestOver(request, endedRequests[request, of: session])
        }
        guard outstanding.session == session else { throw .requestOver(request, .unknown) }
        return (widget, outstanding)
    }

    // MARK: What the clock brings

    /// Does what is due about a widget's reload.
    mutating func carryOn(with widget: WidgetIdentifier) {
        if let outstanding = reloads[widget]?.outstanding, outstanding.deadline <= now.instant {
            endedRequests.add(outstanding.request, of: outstanding.session, .late)
            let delay = fail(widget)
            record(.timelineLate(outstanding.request, retryIn: delay), about: widget)
        }
        if let retryAt = reloads[widget]?.retryAt, retryAt <= now.instant {
            reloads[widget]?.retryAt = nil
            release(widget)
        }
        if let until = reloads[widget]?.fixAwaitedUntil, until <= now.instant {
            release(widget)
            reloads[widget]?.fixAwaitedUntil = nil
        }
    }

    private mutating func fail(_ widget: WidgetIdentifier) -> Duration {
        let again = reloads[widget]?.outstanding?.again
        let (now, settings) = (now.instant, settings)
        let delay = reloads[widget]?.fail(at: now, settings: settings) ?? .zero
        // What is owed for the sake of a location goes on waiting until the widget may know one.
        if state.pendingReloads[widget]?.waitsForUse == true { return delay }
        let owed = ReloadReason.retry.merged(with: again)
        if state.pendingReloads[widget] != owed { commit(.pendingReload(widget, owed)) }
        return delay
    }
}
