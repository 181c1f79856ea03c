import LocationModel

extension Engine {
    /// Changes the state for good.
    mutating func commit(_ change: StateChange) {
        if case .widgetRemoved(let widget) = change, let app = state.widgets[widget]?.kind.app {
            placed.remove(widget, of: app)
        }
        state.apply(change)
        follow(change)
        emit(.commit(change))
    }

    /// Brings what is derived from the state up to date.
    private mutating func follow(_ change: StateChange) {
        switch change {
        case .grant, .services, .manifest, .accessed, .standingView, .lastNotifiedPlace: break
        case .kind(let key, _):
            registered.add(key.kind, of: key.app)
            for widget in placed[key.app] { noteWhetherUninformed(widget) }
        case .widgetPlaced(let widget, let placed): self.placed.add(widget, of: placed.kind.app)
        case .timeline(let widget, _):
            schedule(widget, acceptedAt: now.instant)
            noteWhetherUninformed(widget)
        case .pendingReload(let widget, let reason):
            if reason == nil { schedule.resume(widget) } else { schedule.suspend(widget) }
        case .widgetRemoved(let widget):
            schedule.set(nil, for: widget)
            entryDates.set(nil, for: widget)
            uninformed.remove(widget)
        }
    }

    /// Derives everything from the state that an engine begins with.
    mutating func followRestoredState() {
        for (widget, placed) in state.widgets { self.placed.add(widget, of: placed.kind.app) }
        for kind in state.kinds.keys { registered.add(kind.kind, of: kind.app) }
        for widget in state.standingViews where state.widgets[widget] != nil {
            _ = windows.show(widget, to: .standing, at: now.instant)
        }
        for (widget, delivered) in state.timelines {
            // How long ago that was is known by the wall clock only, which may have been set since; so the rest
            // of the interval is at most the interval.
            let age = max(delivered.deliveredAt.duration(to: now.utc), .zero)
            schedule(widget, acceptedAt: now.instant - min(age, settings.minimumReloadInterval))
            noteWhetherUninformed(widget)
        }
    }

    /// Lays down when the clock reloads a widget and when its next entry is due.
    private mutating func schedule(_ widget: WidgetIdentifier, acceptedAt: MonotonicInstant) {
        guard let timeline = state.timelines[widget]?.timeline else { return }
        let reload: TimelineSchedule.Reload? =
            switch timeline.policy {
            case .never: nil
            case .after(let date): .init(date: date, acceptedAt: acceptedAt, reason: .dateReached)
            case .atEnd:
                timeline.entries.last.map {
                    .init(date: $0.date, acceptedAt: acceptedAt, reason: .timelineEnded)
                }
            }
        schedule.set(reload, for: widget)
        if state.pendingReloads[widget] != nil { schedule.suspend(widget) }
        entryDates.set(timeline, for: widget)
    }

    /// Takes note of whether a widget's timeline lacks the location that its kind wants.
    mutating func noteWhetherUninformed(_ widget: WidgetIdentifier) {
        if let kind = state.widgets[widget]?.kind, wantsLocation(kind),
            state.timelines[widget]?.knewLocation == false
        {
            uninformed.insert(widget)
        } else {
            uninformed.remove(widget)
        }
    }
}
