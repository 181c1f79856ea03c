package import LocationModel

extension Engine {
    /// Returns whether a kind's timelines depend on the location.
    ///
    /// Where the app's manifest tells of the kind, that counts: the person was asked by its texts.
    func wantsLocation(_ kind: KindKey) -> Bool {
        guard let registered = state.kinds[kind] else { return false }
        return manifest(of: kind.app)?.extension(for: kind.kind)?.wantsLocation ?? registered.wantsLocation
    }

    /// Returns the user's widgets, oldest first.
    package func widgets(visibleTo caller: Caller) -> [(WidgetIdentifier, PlacedWidget)] {
        state.widgets.filter { caller.maySee($0.value.kind.app) }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// Returns a widget, if it is there and `caller` may act for its user.
    package func widget(_ widget: WidgetIdentifier, for caller: Caller) throws(Refusal) -> PlacedWidget {
        guard let placed = state.widgets[widget], caller.maySee(placed.kind.app) else {
            throw .unknownWidget(widget)
        }
        return placed
    }

    mutating func place(_ kind: KindKey, by caller: Caller) throws(Refusal) -> Answer {
        guard caller.mayShowFor(kind.app.user) else { throw .notPermitted }
        guard state.kinds[kind] != nil else { throw .unknownKind(kind.app.app, kind.kind) }
        let widget = WidgetIdentifier(state.nextWidgetNumber)
        commit(.widgetPlaced(widget, PlacedWidget(kind: kind)))
        record(.placed, about: widget)
        tellHosts(of: widget)
        owe(widget, .placed)
        askAboutWidgets(of: kind.app)
        return .widget(widget)
    }

    mutating func remove(_ widget: WidgetIdentifier, by caller: Caller) throws(Refusal) -> Answer {
        let placed = try self.widget(widget, for: caller)
        guard caller.mayShowFor(placed.kind.app.user) else { throw .notPermitted }
        if let outstanding = reloads[widget]?.outstanding {
            endedRequests.add(outstanding.request, of: outstanding.session, .removed)
        }
        reloads[widget] = nil
        windows.forget(widget)
        commit(.widgetRemoved(widget))
        record(.removed, about: JournalSubject(app: placed.kind.app, widget: widget))
        for session in hosts.sessions(showing: widget, of: placed.kind.app) {
            emit(.tellHost(session, .removed(widget)))
        }
        return .done
    }

    mutating func setVisibility(
        of widget: WidgetIdentifier,
        visible: Bool,
        session: SessionIdentifier?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let placed = try self.widget(widget, for: caller)
        guard caller.mayShowFor(placed.kind.app.user) else { throw .notPermitted }
        if let session, hosts[session].map({ caller.mayActFor($0.caller.user) }) != true {
            throw .unknownSession(session)
        }
        let viewer = session.map(InUseWindows.Viewer.host) ?? .standing
        if viewer == .standing, state.standingViews.contains(widget) != visible {
            commit(.standingView(widget, visible))
        }
        if visible {
            if windows.show(widget, to: viewer, at: now.instant) { comeIntoView(widget) }
        } else if windows.hide(widget, from: viewer, at: now.instant) {
            goOutOfView(widget)
        }
        return .done
    }

    private mutating func comeIntoView(_ widget: WidgetIdentifier) {
        record(.viewed, about: widget)
        // Receivers go on first, so that what is owed can wait for their fix.
        updateDemand()
        if uninformed.contains(widget), ground(for: widget) != nil {
            owe(widget, .locationAvailable)
        } else {
            release(widget)
        }
    }

    private mutating func goOutOfView(_ widget: WidgetIdentifier) {
        record(.hidden(inUseFor: settings.inUseWindow), about: widget)
    }

    // MARK: Hosts

    mutating func connectHost(
        _ session: SessionIdentifier,
        by caller: Caller,
        widgets: Set<WidgetIdentifier>?,
        _ call: CallIdentifier
    ) {
        guard caller.mayShowFor(caller.user) else { return emit(.refuse(call, .notPermitted)) }
        for widget in widgets?.sorted() ?? [] {
            do throws(Refusal) {
                _ = try self.widget(widget, for: caller)
            } catch {
                return emit(.refuse(call, error))
            }
        }
        let host = HostSessions.Host(caller: caller, widgets: widgets)
        hosts.add(session, host)
        let views = self.widgets(visibleTo: caller).compactMap { widget, placed in
            host.shows(widget, of: placed.kind.app) ? view(of: widget) : nil
        }
        emit(.tellHost(session, .session(views)))
    }

    mutating func disconnect(_ session: SessionIdentifier) {
        if hosts.remove(session) != nil {
            for widget in windows.end(session, at: now.instant) { goOutOfView(widget) }
        }
        disconnectProvider(session)
        disconnectApp(session)
        disconnectAgent(session)
    }

    /// Tells hosts how a widget stands now.
    mutating func tellHosts(of widget: WidgetIdentifier) {
        guard let placed = state.widgets[widget], let view = view(of: widget) else { return }
        for session in hosts.sessions(showing: widget, of: placed.kind.app) {
            emit(.tellHost(session, .widget(view)))
        }
    }

    /// Returns a widget as a host shows it now.
    package func view(of widget: WidgetIdentifier) -> WidgetView? {
        guard let placed = state.widgets[widget] else { return nil }
        let delivered = state.timelines[widget]
        let status: WidgetCondition =
            if !wantsLocation(placed.kind) {
                delivered == nil ? .waiting : .ready
            } else if !authorization(of: placed.kind.app).isAuthorizedForWidgetUpdates {
                .denied
            } else if let delivered {
                delivered.knewLocation ? .fix : .unavailable
            } else {
                .waiting
            }
        return WidgetView(
            widget: widget,
            kind: placed.kind,
            status: status,
            entry: delivered?.timeline.entry(at: now.utc)
        )
    }
}
