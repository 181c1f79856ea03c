package import LocationModel

extension Engine {
    /// What was put on record last about fixes, so that a lasting condition is recorded once.
    enum RecordedVerdict: Hashable {
        case held
        case doubted
    }

    /// Whether receivers are on.
    package var receiversAreOn: Bool { demand.isOn }

    /// Why receivers are on, where somebody needs them now.
    package var receiverNeed: ReceiverNeed? { demand.need }

    /// Returns the location for a widget, or why it gets none.
    package func location(for widget: WidgetIdentifier) -> LocationAnswer {
        guard let kind = state.widgets[widget]?.kind, wantsLocation(kind) else { return .absent(.notWanted) }
        guard authorization(of: kind.app).isAuthorizedForWidgetUpdates else { return .absent(.unauthorized) }
        guard ground(for: widget) != nil else { return .absent(.insufficientlyInUse) }
        guard let (fix, age) = fixes.fresh(at: now.instant, lifetime: settings.fixLifetime) else {
            return .absent(.locationUnknown)
        }
        return .location(fix, age: age)
    }

    /// Returns what entitles a widget to a fix now, or `nil` when nothing does.
    func ground(for widget: WidgetIdentifier) -> ReceiverNeed.Ground? {
        guard let kind = state.widgets[widget]?.kind, wantsLocation(kind) else { return nil }
        let authorization = authorization(of: kind.app)
        guard authorization.isAuthorizedForWidgetUpdates else { return nil }
        switch windows.use(of: widget, at: now.instant) {
        case .inView: return .inView
        case .inWindow: return .inUseWindow
        case .notInUse: return authorization.grant.status == .authorizedAlways ? .always : nil
        }
    }

    /// Opens and closes receivers as need arises and ends.
    mutating func updateDemand() {
        switch demand.update(oldestNeed, at: now.instant) {
        case .on(let need):
            record(.receiversOn(need))
            emit(.startReceivers)
        case .off(let duration):
            record(.receiversOff(unusedFor: duration))
            emit(.stopReceivers)
        case nil: break
        }
    }

    /// The need of the oldest widget that has one.
    private var oldestNeed: ReceiverNeed? {
        var need: ReceiverNeed?
        for widget in state.widgets.keys where need.map({ widget < $0.widget }) ?? true {
            if let ground = ground(for: widget) { need = ReceiverNeed(widget: widget, ground: ground) }
        }
        return need
    }

    mutating func take(_ report: ReceiverReport, from receiver: ReceiverIdentifier) {
        switch report {
        case .state(let state):
            guard fixes.take(state, of: receiver) else { return }
            let name =
                receiverNames.indices.contains(receiver.rawValue) ? receiverNames[receiver.rawValue] : "?"
            record(.receiver(name: name, state))
        case .epoch(.noFix, _): break
        case .epoch(.fix(let fix), let observedAt):
            guard fixes.take(fix, from: receiver, at: now.instant) else { return }
            judge(fix, observedAt: observedAt)
            serveWaiting()
        }
    }

    private mutating func judge(_ fix: Fix, observedAt: ContinuousClock.Instant) {
        let verdict = significantChange.consider(fix, observedAt: observedAt, wallClock: now.utc)
        let recorded = recordedVerdict
        recordedVerdict = nil
        switch verdict {
        case .firstNotification: notify(.significantChange(distanceMeters: nil, after: nil))
        case .significantChange(let distance, _, let elapsed):
            notify(.significantChange(distanceMeters: distance, after: elapsed))
        case .heldByInterval(let distance, let remaining):
            recordedVerdict = .held
            if recorded != .held { record(.changeHeld(distanceMeters: distance, remaining: remaining)) }
        case .withinDistance: break
        case .heldAsUnproven(let fixes): doubt(.unproven(agreeingFixes: fixes), recorded)
        case .heldAsUncertain(let distance, let error):
            doubt(.uncertain(distanceMeters: distance, errorMeters: error), recorded)
        case .heldAsStationary(let contradiction):
            doubt(
                .stationary(
                    displacedMeters: contradiction.displacedMeters,
                    travelledMeters: contradiction.travelledMeters
                ),
                recorded
            )
        case .heldAsImplausible(let jump):
            doubt(
                .implausible(
                    distanceMeters: jump.distanceMeters,
                    explainedMeters: jump.explainedMeters,
                    elapsed: jump.elapsed
                ),
                recorded
            )
        }
    }

    private mutating func doubt(_ doubt: FixDoubt, _ recorded: RecordedVerdict?) {
        recordedVerdict = .doubted
        if recorded != .doubted { record(.fixHeld(doubt)) }
    }

    private mutating func notify(_ decision: Decision) {
        guard let place = significantChange.lastNotified else { return }
        lastChangeAt = now.instant
        commit(.lastNotifiedPlace(place))
        record(decision)
        for widget in state.widgets.keys.sorted() {
            guard let kind = state.widgets[widget]?.kind, wantsLocation(kind),
                authorization(of: kind.app).isAuthorizedForWidgetUpdates
            else { continue }
            owe(widget, .significantChange)
        }
    }

    /// Serves the widgets that were waiting for a fix, or were told that there is none.
    private mutating func serveWaiting() {
        for widget in state.widgets.keys.sorted() {
            if reloads[widget]?.fixAwaitedUntil != nil {
                release(widget)
            } else if lacksLocation(widget), state.pendingReloads[widget] == nil,
                location(for: widget).isLocation
            {
                owe(widget, .locationAvailable)
            }
        }
    }

    /// Returns whether a widget's timeline was made without the location that its kind wants.
    func lacksLocation(_ widget: WidgetIdentifier) -> Bool {
        guard let kind = state.widgets[widget]?.kind, wantsLocation(kind) else { return false }
        return state.timelines[widget]?.knewLocation == false && ground(for: widget) != nil
    }
}
