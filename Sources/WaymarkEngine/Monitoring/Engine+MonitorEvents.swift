import LocationModel

// The events of what apps monitor: made durable before they are sent, and kept until they are acknowledged.
extension Engine {
    mutating func acknowledge(
        _ identifier: MonitorEventIdentifier,
        of app: AppKey,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayActFor(app) else { throw .notPermitted }
        programAnswered(app)
        // An event that is gone was acknowledged before, or a newer one has replaced it.
        if let event = saved.monitorEvents[app]?.values.first(where: { $0.identifier == identifier }) {
            commit(.monitorEvent(app, event.kind, nil))
            let elapsed = max(event.date.duration(to: now.utc), .zero)
            record(
                .monitor(.acknowledged(event.kind, identifier, after: elapsed)),
                about: JournalSubject(app: app)
            )
        } else {
            acknowledgeRegion(identifier, of: app)
        }
        return .done
    }

    // MARK: Making

    /// Makes an event of a significant change for each app that monitors them and is affected.
    ///
    /// There is one detector for all apps, because all have the same settings and each is told the same place first: the
    /// last notified one. Each next change is at least the distance away from it, for every app. Under reduced accuracy,
    /// an app is affected when the area differs from the one it was told.
    mutating func makeChanges(ofAreaOnly: Bool) {
        guard let notified = machine.positioning.lastNotified else { return }
        for app in saved.monitoring.keys.sorted()
        where saved.monitoring[app]?.contains(.significantChanges) == true {
            let authorization = authorization(of: app)
            var coordinate = notified.coordinate
            if authorization.accuracy == .full || !authorization.status.isAuthorized {
                if ofAreaOnly { continue }
            } else {
                guard let area = machine.positioning.area, lastTold(app).map({ ReducedArea(of: $0) }) != area
                else {
                    continue
                }
                coordinate = area.center
            }
            let accuracy = freshFix.flatMap { $0.fix.coordinate == coordinate ? $0.fix.accuracy : nil }
            let place = MonitoredPlace(
                coordinate: coordinate,
                horizontal68Meters: accuracy?.horizontal68Meters,
                horizontal95Meters: accuracy?.horizontal95Meters,
                date: now.utc
            )
            make(.significantChange(place), for: app, authorization)
        }
    }

    /// Takes a believed fix into account for visits, if an app may know of them.
    mutating func noticeVisit(_ fix: Fix, observedAt: MonotonicInstant) {
        guard !monitors.visitors.isEmpty else { return }
        for change in visits.consider(fix, observedAt: observedAt, wallClock: now.utc) {
            let content: MonitorEvent.Content
            switch change {
            case .arrived(let visit):
                content = .arrival(visit)
                record(.monitor(.arrived(ago: visit.arrival.map { $0.duration(to: now.utc) })))
            case .departed(let visit):
                content = .departure(visit)
                let stayed = visit.departure.flatMap { visit.arrival?.duration(to: $0) }
                record(.monitor(.departed(stayed: stayed)))
            }
            for app in saved.monitoring.keys.sorted() where saved.monitoring[app]?.contains(.visits) == true {
                make(content, for: app, authorization(of: app))
            }
        }
        saveStay()
    }

    /// Returns the pause that visits permit; `nil` when there is none to care for.
    func pauseForVisits(settings: DutyCycle.Settings) -> ReceiverPause? {
        guard !monitors.visitors.isEmpty, let look = visits.nextLook else { return nil }
        return machine.power.dutyCycle.pause(
            of: look.after,
            because: .visitMayBegin(seenFor: look.seenFor),
            settings: settings
        )
    }

    /// Saves the stay if that is due.
    mutating func saveStay() {
        if visits.saved != saved.stay { commit(.stay(visits.saved)) }
    }

    /// Makes an event for an app that may know, in place of an earlier one of its kind.
    private mutating func make(
        _ content: MonitorEvent.Content,
        for app: AppKey,
        _ authorization: Authorization
    ) {
        let subject = JournalSubject(app: app)
        let kind = content.kind
        guard let entitlement = monitorEntitlement(of: app) else {
            return record(.monitor(.refused(kind, diagnostics(of: app))), about: subject)
        }
        let waiting = saved.monitorEvents[app] ?? [:]
        let event = MonitorEvent(
            blurred(content, under: authorization),
            identifier: nextEventIdentifier(of: app),
            date: now.utc,
            ground: entitlement.ground,
            isHeld: !entitlement.isConfirmed
        )
        if let earlier = waiting[kind] {
            record(.monitor(.replaced(kind, earlier.identifier, by: event.identifier)), about: subject)
        }
        commit(.monitorEvent(app, kind, event))
        guard event.isHeld else {
            record(.monitor(.made(kind, event.identifier, event.ground)), about: subject)
            return sendEvents(of: app)
        }
        record(.monitor(.held(kind, event.identifier)), about: subject)
        sendEvents(of: app)
        askToConfirmAlways(app)
    }

    /// Returns an identifier that no event of an app has that waits.
    func nextEventIdentifier(of app: AppKey) -> MonitorEventIdentifier {
        let waiting = (saved.monitorEvents[app] ?? [:]).values.map(\.identifier)
        let last = max(waiting.max()?.rawValue ?? 0, regions.latestEvent(of: app)?.rawValue ?? 0)
        let milliseconds = UInt64(max(now.utc.nanosecondsSince1970 / 1_000_000, 0))
        return MonitorEventIdentifier(max(last + 1, milliseconds))
    }

    // MARK: Sending

    /// Sends an app's streams the events that wait and were not sent yet; deletes those that may not be sent any more.
    mutating func sendEvents(of app: AppKey) {
        let events = (saved.monitorEvents[app] ?? [:]).values.sorted { $0.identifier < $1.identifier }
        let authorization = authorization(of: app)
        var held: [Duration] = []
        for var event in events {
            guard authorization.status.isAuthorized else {
                drop(event, of: app, .unauthorized)
                continue
            }
            if event.isHeld {
                let age = event.date.duration(to: now.utc)
                if age >= Monitors.longestHeld {
                    drop(event, of: app, .tooOld(age))
                    continue
                }
                if authorization.isUnconfirmed {
                    held.append(max(Monitors.longestHeld - age, .zero))
                    continue
                }
                guard authorization.allowsOutOfUse else {
                    drop(event, of: app, .alwaysRefused)
                    continue
                }
                event.isHeld = false
                commit(.monitorEvent(app, event.kind, event))
                record(
                    .monitor(.released(event.kind, event.identifier)),
                    about: JournalSubject(app: app)
                )
            }
            send(event, of: app, authorization)
        }
        if authorization.status.isAuthorized {
            held += settleHeldRegions(of: app, authorization)
            sendRegionEvents(of: app, authorization)
        } else {
            dropRegionEvents(of: app)
        }
        startForEvents(of: app)
        // The wall clock may have been set back, but no event is held for longer than it may be.
        monitors.setHeld(app, until: held.min().map { now.instant + min($0, Monitors.longestHeld) })
    }

    private mutating func send(_ event: MonitorEvent, of app: AppKey, _ authorization: Authorization) {
        guard groundToTell(app, under: authorization) != nil else { return }
        let sessions = monitors.sessions(of: app).filter { monitors.send(event, to: $0) }
        guard !sessions.isEmpty else { return }
        var told = event
        told.content = blurred(event.content, under: authorization)
        recordAccess(of: app, to: told.content, on: event.ground, under: authorization)
        record(
            .monitor(
                .sent(
                    event.kind,
                    event.identifier,
                    streams: sessions.count,
                    accuracyMeters: told.content.horizontal68Meters
                )
            ),
            about: JournalSubject(app: app)
        )
        if case .significantChange(let place) = told.content { setTold(place, of: app) }
        launches.use(app, at: now.instant)
        for session in sessions { emit(.tellMonitor(session, .event(told))) }
    }

    /// Deletes an event that no app has acknowledged.
    mutating func drop(_ event: MonitorEvent, of app: AppKey, _ reason: MonitorEventDrop) {
        commit(.monitorEvent(app, event.kind, nil))
        record(.monitor(.dropped(event.kind, event.identifier, reason)), about: JournalSubject(app: app))
    }

    // MARK: Places

    /// Returns a content with the accuracy that an app is authorized for.
    ///
    /// The area of a visit is not held back like that of a location: the exact times of the visit would tell as much
    /// afterwards.
    func blurred(_ content: MonitorEvent.Content, under authorization: Authorization) -> MonitorEvent.Content
    {
        guard authorization.accuracy == .reduced else { return content }
        return content.reduced(
            to: machine.positioning.area(of: content.coordinate),
            marginMeters: ReducedLocation.margin(error95Meters: nil)
        )
    }

    /// Returns the place that an app was told last, or will be told next.
    private func lastTold(_ app: AppKey) -> Coordinate? {
        saved.monitorEvents[app]?[.significantChange]?.content.coordinate ?? saved.toldPlaces[app]?.coordinate
    }

    /// Remembers the place that an app is told, from which its next area is judged.
    mutating func setTold(_ place: MonitoredPlace, of app: AppKey) {
        guard saved.toldPlaces[app]?.coordinate != place.coordinate else { return }
        let told = NotifiedPlace(
            coordinate: place.coordinate,
            horizontal68Meters: place.horizontal68Meters,
            horizontal95Meters: place.horizontal95Meters,
            notifiedAt: now.utc
        )
        commit(.toldPlace(app, told))
    }

    mutating func recordAccess(
        of app: AppKey,
        to content: MonitorEvent.Content,
        on ground: Ground,
        under authorization: Authorization
    ) {
        let consumer = EntitledConsumer(.monitor(app), of: app, want: .significantChanges, ground: ground)
        var fix = Fix(coordinate: content.coordinate)
        fix.accuracy = content.horizontal68Meters.map {
            FixAccuracy(horizontal68Meters: $0, horizontal95Meters: $0, source: .expectedErrors)
        }
        recordAccess(of: consumer, to: fix, under: authorization)
    }
}
