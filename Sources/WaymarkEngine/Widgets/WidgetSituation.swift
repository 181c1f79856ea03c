import LocationModel

/// A widget's record, with what its app and its kind permit.
///
/// Pending reloads, requests, receivers, hosts and explanations all follow from it. Looking it up takes
/// longer than applying it, so it is looked up once for each step.
struct WidgetSituation {
    let widget: WidgetIdentifier
    var record: WidgetRecord
    let authorization: Authorization

    /// The ground on which it may know the location now, if it may.
    let ground: Ground?

    /// The reason why it may not know the location now; `nil` if it may.
    let absence: LocationAbsence?
    let wantsLocation: Bool

    var kind: KindKey { record.saved.kind }

    /// Whether its app's widgets may not know the location that it wants.
    var isUnauthorized: Bool { absence?.ofWidget == .unauthorized }

    /// Whether it may know the location, at the latest once it is in use and no pause lasts.
    var mayKnow: Bool { wantsLocation && !isUnauthorized }

    /// Whether it may know the location once the person confirms that its app may always know.
    var awaitsConfirmation: Bool { isUnauthorized && authorization.isUnconfirmed }

    /// The accuracy of the location that it would be given now.
    var accuracy: AccuracyAuthorization {
        guard ground == .sharedOnce, let share = record.share else { return authorization.accuracy }
        return share.accuracy
    }
}

extension Widgets {
    /// Returns the current situation of a widget; `nil` if there is no such widget.
    func situation(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> WidgetSituation? {
        guard let record = table[widget] else { return nil }
        let kind = record.saved.kind
        let authorization = machine.people.authorization(of: kind.app)
        let wantsLocation = machine.people.wantsLocation(kind)
        func situation(_ ground: Ground?, _ absence: LocationAbsence?) -> WidgetSituation {
            WidgetSituation(
                widget: widget,
                record: record,
                authorization: authorization,
                ground: ground,
                absence: absence,
                wantsLocation: wantsLocation
            )
        }
        guard wantsLocation else { return situation(nil, nil) }
        let pause = machine.people.currentPause(of: kind.app.user)
        let ground = ground(for: record, under: authorization, machine, turn)
        // A click counts where the location would not be given, or not as exactly.
        if let share = record.share, pause == nil, authorization.obstacle(toSharing: share.accuracy) == nil,
            ground == nil || share.accuracy == .full && authorization.accuracy == .reduced
        {
            return situation(.sharedOnce, nil)
        }
        guard ground != nil || authorization.isAuthorizedForWidgetUpdates else {
            // An app that may know by itself may not let its widgets know.
            return situation(nil, .denied)
        }
        if let pause { return situation(nil, .pausedByPerson(until: pause.until)) }
        return situation(ground, ground == nil ? .insufficientlyInUse : nil)
    }

    /// Returns the ground for a widget whose kind wants a location, under its app's authorization.
    private func ground(
        for record: WidgetRecord,
        under authorization: Authorization,
        _ machine: Machine,
        _ turn: Turn
    ) -> Ground? {
        let app = record.saved.kind.app
        if authorization.isAuthorizedForWidgetUpdates {
            switch record.use(at: turn.now.instant) {
            case .inView, .alwaysInView: return .inView
            case .inWindow: return .inUseWindow
            case .notInUse: break
            }
        } else if machine.people.refusedToWidgets.contains(app) {
            return nil
        }
        // While an app is in use, its widgets may show what it may know.
        return authorization.ground(inUse: machine.presence.use(of: app, at: turn.now.instant))
    }

    func entitlement(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> EntitledConsumer? {
        guard let situation = situation(of: widget, machine, turn) else { return nil }
        let app = situation.kind.app
        guard let ground = situation.ground else {
            guard situation.wantsLocation, situation.authorization.isUnconfirmed,
                !machine.people.isPaused(app.user)
            else { return nil }
            // Only a significant change can show that the app needs always.
            return EntitledConsumer(
                consumer: .widget(widget),
                owner: app,
                want: .significantChanges,
                ground: .always,
                isConfirmed: false
            )
        }
        let waitsForFix = situation.record.reload.fixAwaitedUntil.map { Want.fix(by: $0) }
        let want = ground == .always ? waitsForFix ?? .significantChanges : .everyFix
        return EntitledConsumer(consumer: .widget(widget), owner: app, want: want, ground: ground)
    }

    func location(for situation: WidgetSituation, _ machine: Machine, _ turn: Turn) -> LocationAnswer {
        guard situation.wantsLocation else { return .notWanted }
        if let absence = situation.absence { return .absent(absence) }
        guard let latest = machine.positioning.freshFix(turn) else {
            return .absent(.locationUnknown(cause: machine.positioning.causeOfMissingFix(turn)))
        }
        let (fix, age) = machine.positioning.location(latest, situation.accuracy, turn)
        return .location(fix, age: age)
    }
}
