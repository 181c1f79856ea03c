import LocationModel

extension Engine {
    // MARK: Entitlement

    /// Derives a consumer's entitlement; returns `nil` when it has none.
    package func entitlement(of consumer: Consumer) -> EntitledConsumer? {
        switch consumer {
        case .widget(let widget):
            guard let situation = situation(of: widget) else { return nil }
            let app = situation.kind.app
            guard let ground = situation.ground else {
                guard situation.wantsLocation, situation.authorization.isUnconfirmed else { return nil }
                // Only a significant change can show that the app needs always.
                var unconfirmed = EntitledConsumer(
                    consumer,
                    of: app,
                    want: .significantChanges,
                    ground: .always
                )
                unconfirmed.isConfirmed = false
                return unconfirmed
            }
            let waitsForFix = situation.record.reload.fixAwaitedUntil.map { Want.fix(by: $0) }
            let want = ground == .always ? waitsForFix ?? .significantChanges : .everyFix
            return EntitledConsumer(consumer, of: app, want: want, ground: ground)
        case .request(let request):
            guard let waiting = requests[request], !lacksServiceSession(waiting.app),
                let ground = ground(for: waiting.app, under: authorization(of: waiting.app))
            else { return nil }
            let want = Want.fix(by: waiting.deadline, accuracyMeters: waiting.request.desiredAccuracyMeters)
            return EntitledConsumer(consumer, of: waiting.app, want: want, ground: ground)
        case .monitor(let app): return monitorEntitlement(of: app)
        case .follower(let session): return entitlement(ofFollower: session)
        }
    }

    /// Updates the entitlement of the consumers that a change may affect.
    mutating func refreshConsumers() {
        // A request that ends because its app lost its entitlement marks that app again.
        while let touched = drainTouched() {
            var changedForHosts: [WidgetIdentifier] = []
            for widget in touched.widgets {
                let entitlement = entitlement(of: .widget(widget))
                let earlier = machine.power.consumers.entitled[.widget(widget)]
                machine.power.set(.widget(widget), to: entitlement)
                if isChangedForHosts(from: earlier, to: entitlement, of: widget) {
                    changedForHosts.append(widget)
                }
                let isUninformed = widgets[widget]?.isUninformed ?? false
                machine.power.setUninformed(widget, isUninformed && entitlement?.isConfirmed == true)
            }
            for widget in changedForHosts.sorted() { tellHosts(of: widget) }
            for request in touched.requests {
                let entitlement = entitlement(of: .request(request))
                machine.power.set(.request(request), to: entitlement)
                if entitlement == nil { answerUnentitled(request) }
            }
            for session in touched.serviceSessions { refreshServiceSession(session) }
            for app in touched.monitors { refreshMonitor(app) }
            // Not before all are known, as after a restart.
            if !touched.monitors.isEmpty { forgetUnwantedStay() }
            for session in touched.followers { refreshFollower(session) }
            machine.power.chooseNeed()
        }
    }

    /// Returns whether hosts must be told of a widget because its app came into use, or is no longer in use.
    ///
    /// They are told of every other change where it happens.
    private func isChangedForHosts(
        from earlier: EntitledConsumer?,
        to entitlement: EntitledConsumer?,
        of widget: WidgetIdentifier
    ) -> Bool {
        let knewThroughApp = earlier?.ground.isOfApp ?? false
        guard knewThroughApp != (entitlement?.ground.isOfApp ?? false), let app = app(of: widget) else {
            return false
        }
        return !authorization(of: app).isAuthorizedForWidgetUpdates
    }
}

extension Ground {
    /// Whether it is the use of the app itself.
    fileprivate var isOfApp: Bool { self == .appInUse || self == .backgroundSession }
}
