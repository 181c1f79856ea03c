package import LocationModel

extension Engine {
    /// What was put on record last about fixes, so that a lasting condition is recorded once.
    enum RecordedVerdict: Hashable {
        case held
        case doubted
    }

    /// Whether receivers are on.
    package var receiversAreOn: Bool { demand.isOn }

    /// The pause that receivers make now, because nothing but significant changes is wanted.
    package var receiverPause: ReceiverPause? { demand.pause }

    /// Why receivers are on, where somebody needs them now.
    package var receiverNeed: ReceiverNeed? { demand.need }

    /// Returns the location for a widget, or why it gets none.
    package func location(for widget: WidgetIdentifier) -> LocationAnswer {
        guard let kind = state.widgets[widget]?.kind else { return .absent(.notWanted) }
        let authorization = authorization(of: kind.app)
        return location(
            for: kind,
            under: authorization,
            on: ground(for: widget, of: kind.app, under: authorization)
        )
    }

    /// Returns the location for a widget of a kind, with what entitles it, or why it gets none.
    func location(
        for kind: KindKey,
        under authorization: Authorization,
        on ground: ReceiverNeed.Ground?
    ) -> LocationAnswer {
        guard wantsLocation(kind) else { return .absent(.notWanted) }
        guard ground != nil else {
            let isAuthorized = authorization.isAuthorizedForWidgetUpdates
            return .absent(isAuthorized ? .insufficientlyInUse : .unauthorized)
        }
        guard let (fix, age) = fix(for: authorization) else { return .absent(.locationUnknown) }
        return .location(fix, age: age)
    }

    /// Returns what entitles a widget to a fix now, or `nil` when nothing does.
    func ground(for widget: WidgetIdentifier) -> ReceiverNeed.Ground? {
        guard let kind = state.widgets[widget]?.kind, wantsLocation(kind) else { return nil }
        return ground(for: widget, of: kind.app, under: authorization(of: kind.app))
    }

    /// Returns what entitles a widget that wants a location to a fix, under its app's authorization.
    func ground(
        for widget: WidgetIdentifier,
        of app: AppKey,
        under authorization: Authorization
    ) -> ReceiverNeed.Ground? {
        guard authorization.status.isAuthorized else { return nil }
        switch windows.use(of: widget, at: now.instant) {
        case .inView where authorization.allowsWidgetsInUse: return .inView
        case .inWindow where authorization.allowsWidgetsInUse: return .inUseWindow
        case .inView, .inWindow, .notInUse:
            // What an app may know, it may show in its widgets while it is in use itself.
            if appUse.use(of: app, at: now.instant).isInUse { return .appInUse }
            guard authorization.allowsOutOfUse else { return nil }
            return reloads[widget]?.fixAwaitedUntil == nil ? .always : .alwaysNow
        }
    }

    /// Opens and closes receivers as need arises and ends.
    mutating func updateDemand() {
        let need = needIsKnown ? demand.need : currentNeed
        needIsKnown = true
        let change = demand.update(
            need,
            offer: offeredPause,
            cycle: settings.dutyCycle,
            searchLength: dutyCycle.searchLength(
                lastFixAge: fixes.latest.map { $0.receivedAt.duration(to: now.instant) }
            ),
            at: now.instant
        )
        offeredPause = nil
        switch change {
        case .on(let need):
            // It names a widget, which is nothing for other users to read.
            record(.receiversOn(need), about: JournalSubject(app: state.widgets[need.widget]?.kind.app))
            emit(.startReceivers)
        case .resume(let pause, let need):
            record(
                .receiversResumed(after: pause, need),
                about: JournalSubject(app: state.widgets[need.widget]?.kind.app)
            )
            emit(.startReceivers)
        case .off(let duration, let areOpen):
            record(.receiversOff(unusedFor: duration))
            if areOpen { emit(.stopReceivers) }
        case .pause(let pause):
            record(.receiversPaused(pause))
            emit(.stopReceivers)
        case nil: break
        }
    }

    /// The most demanding need that there is, the same as before for as long as there is none more demanding; worked
    /// out anew.
    package var currentNeed: ReceiverNeed? {
        let before = demand.need.flatMap { need in
            ground(for: need.widget).map { ReceiverNeed(widget: need.widget, ground: $0) }
        }
        if let before, !before.allowsPauses { return before }
        let urgent =
            windows.inUse(at: now.instant).filter { ground(for: $0) != nil }.min()
            ?? appUse.inUse(at: now.instant).flatMap { placed[$0] }.filter { ground(for: $0) != nil }.min()
            ?? reloads.awaitingFix.filter { ground(for: $0) != nil }.min()
        if let urgent { return need(of: urgent) }
        return before ?? oldestOfAlways.flatMap { need(of: $0) }
    }

    /// The oldest widget whose app may always know.
    private var oldestOfAlways: WidgetIdentifier? {
        var oldest: WidgetIdentifier?
        // Of many widgets only those older than the last that was found are looked at more closely.
        for (widget, placed) in state.widgets where oldest.map({ widget < $0 }) ?? true {
            guard state.grants[placed.kind.app]?.status == .authorizedAlways, ground(for: widget) != nil
            else {
                continue
            }
            oldest = widget
        }
        return oldest
    }

    private func need(of widget: WidgetIdentifier) -> ReceiverNeed? {
        ground(for: widget).map { ReceiverNeed(widget: widget, ground: $0) }
    }

    // MARK: What receivers report

    /// Returns what is known of a receiver.
    package func receiver(_ receiver: ReceiverIdentifier) -> ReceiverRecord { receivers[receiver] }

    private func name(of receiver: ReceiverIdentifier) -> String {
        receiverNames.indices.contains(receiver.rawValue) ? receiverNames[receiver.rawValue] : "?"
    }

    mutating func handle(_ report: ReceiverReport, from receiver: ReceiverIdentifier) {
        switch report {
        case .state(let state):
            fixes.record(state, of: receiver, at: now.instant)
            guard let news = receivers[receiver].change(to: state, at: now.instant) else { return }
            // A server that is away for a week would fill the journal with one sentence.
            if news == .state { record(.receiver(receiver, name: name(of: receiver), state)) }
            emit(.tellReceiver(receiver, state))
        case .epoch(.noFix, _): break
        // Nothing is decided by where a vehicle points.
        case .heading(let heading, _): receivers[receiver].record(heading, at: now.instant)
        case .epoch(.fix(let fix), let observedAt):
            receivers[receiver].recordFix(at: now.instant)
            let choice = fixes.add(fix, from: receiver, observedAt: observedAt, at: now.instant)
            // Where there is one receiver only, nobody wonders which.
            if let change = choice.change, receiverNames.count > 1 {
                let earlier = change.earlier.map { name(of: $0) }
                record(.followed(change, name: name(of: receiver), earlierName: earlier))
                for receiver in [change.earlier, receiver].compactMap(\.self) {
                    emit(.tellReceiver(receiver, receivers[receiver].state))
                }
            }
            guard choice.isFollowed else { return }
            lastObservedAt = observedAt
            judge(fix, choice.doubt, observedAt: observedAt)
        }
    }

    /// Judges what a fix means for everybody, and tells those whom it concerns.
    private mutating func judge(_ fix: Fix, _ trailDoubt: FixDoubt?, observedAt: MonotonicInstant) {
        let verdict = significantChange.consider(fix, observedAt: observedAt, wallClock: now.utc)
        // A fix where the machine may well not be is no location for anybody, whatever it is wanted for.
        let isBelieved = verdict.believesFix && trailDoubt == nil
        if isBelieved { believe(fix, observedAt: observedAt) } else { demand.noteFixInDoubt() }
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
        case .withinDistance: if let trailDoubt { doubt(trailDoubt, recorded) }
        case .heldByDoubt(let held): doubt(held, recorded)
        }
        if isBelieved { serveWaiting() }
    }

    /// Takes a fix for where the machine is.
    private mutating func believe(_ fix: Fix, observedAt: MonotonicInstant) {
        fixes.believe(fix, at: now.instant)
        let searched = demand.noteBelievedFix(at: now.instant)
        dutyCycle.note(fix, observedAt: observedAt, after: searched)
        guard let cycle = settings.dutyCycle, let distance = significantChange.distanceMeters else { return }
        let remaining = settings.significantChange.distanceMeters - distance
        let interval = significantChange.intervalEnd.map { max(observedAt.duration(to: $0), .zero) } ?? .zero
        offeredPause = dutyCycle.pause(
            after: fix,
            remainingMeters: remaining,
            interval: interval,
            settings: cycle
        )
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
        let isNewArea =
            lastChangedArea.map {
                !$0.holds(place.coordinate, marginMeters: ReducedLocation.marginMeters)
            } ?? true
        if isNewArea { lastChangedArea = area }
        for widget in state.widgets.keys.sorted() {
            guard let kind = state.widgets[widget]?.kind,
                case let authorization = authorization(of: kind.app),
                authorization.isAuthorizedForWidgetUpdates,
                authorization.accuracy == .full || isNewArea,
                wantsLocation(kind)
            else { continue }
            owe(widget, .significantChange)
        }
    }

    /// Serves the widgets that were waiting for a fix, or were told that there is none.
    private mutating func serveWaiting() {
        if !reloads.awaitingFix.isEmpty {
            for widget in reloads.awaitingFix.sorted() { release(widget) }
        }
        if !uninformed.isEmpty {
            for widget in uninformed.filter({ state.pendingReloads[$0] == nil }).sorted()
            where location(for: widget).isLocation {
                owe(widget, .locationAvailable)
            }
        }
    }
}
