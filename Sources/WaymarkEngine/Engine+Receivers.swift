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
        let authorization = authorization(of: kind.app)
        guard ground(for: widget) != nil else {
            let isAuthorized = authorization.isAuthorizedForWidgetUpdates
            return .absent(isAuthorized ? .insufficientlyInUse : .unauthorized)
        }
        guard let (fix, age) = fix(for: authorization) else {
            return .absent(.locationUnknown)
        }
        return .location(fix, age: age)
    }

    /// Returns what entitles a widget to a fix now, or `nil` when nothing does.
    func ground(for widget: WidgetIdentifier) -> ReceiverNeed.Ground? {
        guard let kind = state.widgets[widget]?.kind, wantsLocation(kind) else { return nil }
        let authorization = authorization(of: kind.app)
        guard authorization.status.isAuthorized else { return nil }
        switch windows.use(of: widget, at: now.instant) {
        case .inView where authorization.allowsWidgetsInUse: return .inView
        case .inWindow where authorization.allowsWidgetsInUse: return .inUseWindow
        case .inView, .inWindow, .notInUse:
            // What an app may know, it may show in its widgets while it is in use itself.
            if appUse.use(of: kind.app, at: now.instant).isInUse { return .appInUse }
            return authorization.allowsOutOfUse ? .always : nil
        }
    }

    /// Opens and closes receivers as need arises and ends.
    mutating func updateDemand() {
        switch demand.update(currentNeed, at: now.instant) {
        case .on(let need):
            // It names a widget, which is nothing for other users to read.
            record(.receiversOn(need), about: JournalSubject(app: state.widgets[need.widget]?.kind.app))
            emit(.startReceivers)
        case .off(let duration):
            record(.receiversOff(unusedFor: duration))
            emit(.stopReceivers)
        case nil: break
        }
    }

    /// A widget that may use a fix now, the same as before for as long as it may.
    private var currentNeed: ReceiverNeed? {
        if let widget = demand.need?.widget, let ground = ground(for: widget) {
            return ReceiverNeed(widget: widget, ground: ground)
        }
        let inUse = windows.inUse(at: now.instant)
        let always = state.grants.lazy.filter { $0.value.status == .authorizedAlways }
            .flatMap { self.placed[$0.key] }
        let ofAppsInUse = appUse.inUse(at: now.instant).flatMap { placed[$0] }
        return [
            inUse.filter { ground(for: $0) != nil }.min(), always.filter { ground(for: $0) != nil }.min(),
            ofAppsInUse.filter { ground(for: $0) != nil }.min(),
        ]
        .lazy.compactMap { $0 }.min()
        .flatMap { widget in ground(for: widget).map { ReceiverNeed(widget: widget, ground: $0) } }
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
            guard fixes.noteFix(from: receiver, at: now.instant) else { return }
            lastObservedAt = observedAt
            judge(fix, observedAt: observedAt)
        }
    }

    /// Judges what a fix means for everybody, and tells those whom it concerns.
    private mutating func judge(_ fix: Fix, observedAt: ContinuousClock.Instant) {
        let verdict = significantChange.consider(fix, observedAt: observedAt, wallClock: now.utc)
        // A fix where the machine may well not be is no location for anybody, whatever it is wanted for.
        if verdict.believesFix { fixes.believe(fix, at: now.instant) }
        let recorded = recordedVerdict
        recordedVerdict = nil
        doubt = nil
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
        if verdict.believesFix { serveWaiting() }
    }

    private mutating func doubt(_ doubt: FixDoubt, _ recorded: RecordedVerdict?) {
        self.doubt = doubt
        recordedVerdict = .doubted
        if recorded != .doubted { record(.fixHeld(doubt)) }
    }

    private mutating func notify(_ decision: Decision) {
        guard let place = significantChange.lastNotified else { return }
        lastChangeAt = now.instant
        commit(.lastNotifiedPlace(place))
        record(decision)
        let area = ReducedArea(of: place.coordinate)
        let isNewArea = lastChangedArea.map {
            !$0.holds(place.coordinate, marginMeters: ReducedLocation.marginMeters)
        } ?? true
        if isNewArea { lastChangedArea = area }
        for widget in state.widgets.keys.sorted() {
            guard let kind = state.widgets[widget]?.kind, wantsLocation(kind),
                case let authorization = authorization(of: kind.app),
                authorization.isAuthorizedForWidgetUpdates,
                authorization.accuracy == .full || isNewArea
            else { continue }
            owe(widget, .significantChange)
        }
    }

    /// Serves the widgets that were waiting for a fix, or were told that there is none.
    private mutating func serveWaiting() {
        for widget in reloads.awaitingFix.sorted() { release(widget) }
        for widget in uninformed.filter({ state.pendingReloads[$0] == nil }).sorted()
        where location(for: widget).isLocation {
            owe(widget, .locationAvailable)
        }
    }
}
