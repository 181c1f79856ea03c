import LocationModel

extension Engine {
    // MARK: Provider answers

    mutating func accept(
        _ timeline: Timeline,
        for request: RequestIdentifier,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let (user, widget, outstanding) = try outstanding(request, session: session, by: caller)
        if let saved = widgets[widget]?.saved {
            let growth = timeline.byteCount - saved.timelineBytes
            try admit(growth, to: .timelineBytes, of: saved.kind.app.user)
        }
        endedRequests.add(request, of: session, by: user, .answered)
        noteContent(timeline, of: widget)
        let date = now.utc
        changeTickets { $0.finish(request, of: widget, at: date) }
        if let app = app(of: widget) { programAnswered(app) }
        let delivered = DeliveredTimeline(
            timeline: timeline,
            deliveredAt: now.utc,
            knewLocation: outstanding.knowsLocation,
            change: outstanding.change,
            inheritedRelevance: widgets[widget]?.saved.timeline?.relevance(at: now.utc)
        )
        let (intervalEnd, shown) = (now.instant + settings.minimumReloadInterval, widgets.shownDate)
        update(widget) { record in
            record.obstacle = nil
            record.timeChanges = outstanding.timeChanges
            if let area = outstanding.area { record.toldArea = area }
            record.reload.succeed()
            record.schedule(delivered, intervalEnd: intervalEnd, shown: shown)
            record.owe(outstanding.again)
        }
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
        let (user, widget, _) = try outstanding(request, session: session, by: caller)
        endedRequests.add(request, of: session, by: user, .answered)
        if let app = app(of: widget) { programAnswered(app) }
        let delay = fail(widget)
        record(.timelineFailed(request, message: message, retryIn: delay), about: widget)
        return .retry(after: delay)
    }

    /// Returns the provider of a session, if `caller` may act for it.
    func provider(
        _ session: SessionIdentifier,
        for caller: Caller
    ) throws(Refusal) -> ProviderSessions.Provider {
        guard let provider = machine.presence.providers[session], caller.mayActFor(provider.app) else {
            throw .unknownSession(session)
        }
        return provider
    }

    private func outstanding(
        _ request: RequestIdentifier,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> (UserIdentifier, WidgetIdentifier, ReloadProgress.Outstanding) {
        let user = try provider(session, for: caller).app.user
        guard let widget = widgets.widget(of: request), let outstanding = widgets[widget]?.reload.outstanding
        else {
            throw .requestOver(request, endedRequests[request, of: session, by: user])
        }
        guard outstanding.session == session else { throw .requestOver(request, .unknown) }
        return (user, widget, outstanding)
    }

    // MARK: Deadlines

    /// Does the due work of a widget's reload.
    mutating func carryOn(with widget: WidgetIdentifier) {
        if let outstanding = widgets[widget]?.reload.outstanding, outstanding.deadline <= now.instant {
            let delay = fail(widget)
            record(.timelineLate(outstanding.request, retryIn: delay), about: widget)
            if let app = app(of: widget) {
                endedRequests.add(outstanding.request, of: outstanding.session, by: app.user, .late)
                programMissed(outstanding, of: app)
            }
        }
        if let retryAt = widgets[widget]?.reload.retryAt, retryAt <= now.instant {
            update(widget) { $0.reload.retryAt = nil }
            release(widget)
        }
        if let chargeableAt = widgets[widget]?.reload.chargeableAt, chargeableAt <= now.instant {
            update(widget) { $0.reload.chargeableAt = nil }
            release(widget)
        }
        if let until = widgets[widget]?.reload.fixAwaitedUntil, until <= now.instant {
            release(widget)
            update(widget) { $0.reload.fixAwaitedUntil = nil }
        }
    }

    private mutating func fail(_ widget: WidgetIdentifier) -> Duration {
        let (now, settings) = (now.instant, settings)
        var delay: Duration = .zero
        // A reload for the sake of a location waits until the widget may know one, also if it may not any more.
        let waitsForUse = pendingReload(of: widget)?.waitsForUse ?? true
        changeTickets { $0.giveBack(widget, hasFailed: true) }
        update(widget) { record in
            let again = record.reload.outstanding?.again
            delay = record.reload.fail(at: now, settings: settings)
            if waitsForUse { return }
            record.owe(ReloadReason.retry.merged(with: again))
        }
        return delay
    }
}
