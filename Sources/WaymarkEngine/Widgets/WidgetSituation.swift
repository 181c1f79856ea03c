import LocationModel

/// The right of a widget to the location.
///
/// It is the one rule by which reloads are pending, requests carry the location, receivers run, hosts are told and
/// explanations answer.
enum WidgetRight: Hashable {
    case entitled(Ground)

    /// It may know the location once it, or its app, is in use.
    case awaitsUse

    /// It may know the location, at the latest in use, once the person's pause is over.
    case awaitsEndOfPause

    /// It may know the location once the person confirms that its app may always know.
    case awaitsConfirmation

    /// It may not know the location, or does not want it.
    case unentitled
}

/// A widget's record, with what its app and its kind permit.
///
/// The rules of reloads all ask for these, and to look them up takes longer than to apply the rules. So they are looked up
/// once for each step.
struct WidgetSituation {
    let record: WidgetRecord
    let authorization: Authorization
    let wantsLocation: Bool
    let right: WidgetRight

    var kind: KindKey { record.saved.kind }

    /// The accuracy of the location that it would be given now.
    var accuracy: AccuracyAuthorization {
        guard case .entitled(.sharedOnce) = right, let share = record.share else {
            return authorization.accuracy
        }
        return share.accuracy
    }

    /// The ground on which it may know the location now, if it may.
    var ground: Ground? { if case .entitled(let ground) = right { ground } else { nil } }
}

extension Widgets {
    /// Returns the current situation of a widget; `nil` if there is no such widget.
    func situation(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> WidgetSituation? {
        guard let record = table[widget] else { return nil }
        let authorization = machine.people.authorization(of: record.saved.kind.app)
        let wantsLocation = machine.people.wantsLocation(record.saved.kind)
        return WidgetSituation(
            record: record,
            authorization: authorization,
            wantsLocation: wantsLocation,
            right: wantsLocation ? right(of: record, under: authorization, machine, turn) : .unentitled
        )
    }

    /// Returns the right of a widget whose kind wants a location.
    private func right(
        of record: WidgetRecord,
        under authorization: Authorization,
        _ machine: Machine,
        _ turn: Turn
    ) -> WidgetRight {
        let isPaused = machine.people.isPaused(record.saved.kind.app.user)
        let ground = ground(for: record, under: authorization, machine, turn)
        // A click counts where the location would not be given, or not as exactly.
        if let share = record.share, !isPaused, authorization.obstacle(toSharing: share.accuracy) == nil,
            ground == nil || share.accuracy == .full && authorization.accuracy == .reduced
        {
            return .entitled(.sharedOnce)
        }
        if let ground {
            return isPaused ? .awaitsEndOfPause : .entitled(ground)
        }
        if authorization.isAuthorizedForWidgetUpdates { return isPaused ? .awaitsEndOfPause : .awaitsUse }
        return authorization.isUnconfirmed ? .awaitsConfirmation : .unentitled
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
        return machine.people.ground(for: app, under: authorization, machine.presence, at: turn.now.instant)
    }

    /// Returns what a widget is entitled to; `nil` if it is not.
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
        guard situation.wantsLocation else { return .absent(.notWanted) }
        switch situation.right {
        case .entitled: break
        case .awaitsUse: return .absent(.insufficientlyInUse)
        case .awaitsEndOfPause: return .absent(.pausedByPerson)
        case .awaitsConfirmation, .unentitled: return .absent(.unauthorized)
        }
        guard let latest = machine.positioning.freshFix(turn) else { return .absent(.locationUnknown) }
        let (fix, age) = machine.positioning.location(latest, situation.accuracy, turn)
        return .location(fix, age: age)
    }

    func location(for widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> LocationAnswer {
        situation(of: widget, machine, turn).map { location(for: $0, machine, turn) } ?? .absent(.notWanted)
    }
}
