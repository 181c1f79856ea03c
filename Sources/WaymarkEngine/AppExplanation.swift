package import LocationModel

/// The explanation whether an app would get a location now, and what becomes of the events it monitors.
package struct AppExplanation: Hashable, Sendable {
    /// What keeps the app from the location; empty if nothing does, or only that it does not run.
    package let diagnostics: [LiveDiagnostic]

    /// Why no receiver gives a location now; `nil` if one does or is expected to, or if the app may not know.
    package let cause: UnknownLocationCause?

    /// Whether receivers have to go on first for an app that asks.
    package let receiversAreOff: Bool

    /// The capabilities that its manifest requires and the machine lacks.
    package let missing: [MissingCapability]

    /// What the app monitors, and what keeps events from it.
    package let monitoring: MonitorState

    /// Whether the app follows its events.
    package let followsEvents: Bool

    /// The events that wait for it, oldest first.
    package let waiting: [WaitingEvent]

    /// Whether the app monitors anything.
    package var isMonitoring: Bool { !monitoring.services.isEmpty || monitoring.regionCount > 0 }
}

/// An event that waits for an app.
package struct WaitingEvent: Hashable, Codable, Sendable {
    /// What an event waits for.
    package enum Wait: Hashable, Codable, Sendable {
        /// The person has to confirm that the app may always know, or the event is dropped after this time.
        case confirmation(droppedAfter: Duration)

        /// The app has to follow its events.
        case stream

        /// The app may not be told now.
        case permission([MonitoringDiagnostic])

        /// It was sent, and the app has to acknowledge it.
        case acknowledgement
    }

    /// The kind of event.
    package let kind: MonitorEventKind

    /// The event.
    package let identifier: MonitorEventIdentifier

    /// The time since the service made it.
    package let age: Duration

    /// The region that it is about, if it is one of a region.
    package let region: RegionName?

    /// What it waits for.
    package let wait: Wait
}

extension Engine {
    /// The most events that an explanation lists.
    private static let explainedEvents = 20

    /// Explains an app.
    package func explanation(of app: AppKey) -> AppExplanation {
        var diagnostics = reasonToWithhold(from: app) ?? []
        // An app that asks for the location, or follows it, is in use by that, unless a host hides it.
        if machine.presence.use(of: app, at: now.instant) == .notRunning, !machine.presence.isHidden(app) {
            diagnostics.removeAll { $0 == .insufficientlyInUse }
        }
        // A call that waits until its deadline gets the stated place if no fix comes.
        let comes = freshFix != nil || receiversExpectFix || statedPlace != nil
        return AppExplanation(
            diagnostics: diagnostics,
            cause: diagnostics.isEmpty && !comes
                ? causeOfUnknownLocation(since: now.instant - settings.fixLifetime) : nil,
            receiversAreOff: freshFix == nil && receiversExpectFix,
            missing: missingCapabilities(of: app),
            monitoring: monitorState(of: app),
            followsEvents: monitors.isConnected(app),
            waiting: waitingEvents(of: app)
        )
    }

    private func waitingEvents(of app: AppKey) -> [WaitingEvent] {
        let authorization = authorization(of: app)
        let mayBeTold = groundToTell(app, under: authorization) != nil
        func wait(isHeld: Bool, age: Duration, isTold: Bool) -> WaitingEvent.Wait {
            if isHeld { return .confirmation(droppedAfter: max(Monitors.longestHeld - age, .zero)) }
            guard monitors.isConnected(app) else { return .stream }
            return mayBeTold && isTold ? .acknowledgement : .permission(self.diagnostics(of: app))
        }
        let events = (saved.monitorEvents[app] ?? [:]).values.map { event in
            let age = max(event.date.duration(to: now.utc), .zero)
            return WaitingEvent(
                kind: event.kind,
                identifier: event.identifier,
                age: age,
                region: nil,
                wait: wait(isHeld: event.isHeld, age: age, isTold: true)
            )
        }
        let ofRegions = regions.withEvent(of: app).prefix(Self.explainedEvents)
            .compactMap { number -> WaitingEvent? in
                guard let region = saved.regions[number], let event = region.event else { return nil }
                let age = max(event.date.duration(to: now.utc), .zero)
                return WaitingEvent(
                    kind: .region,
                    identifier: event.identifier,
                    age: age,
                    region: region.name,
                    wait: wait(isHeld: event.isHeld, age: age, isTold: authorization.accuracy == .full)
                )
            }
        return Array(
            (events + ofRegions).sorted { $0.identifier < $1.identifier }.prefix(Self.explainedEvents)
        )
    }
}
