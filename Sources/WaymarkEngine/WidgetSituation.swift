package import LocationModel

/// The right of a widget to the location.
///
/// It is the one rule by which reloads are pending, requests carry the location, receivers run, hosts are told and
/// explanations answer.
enum WidgetStanding: Hashable {
    /// It may know the location now.
    case entitled(Ground)

    /// It may know the location once it, or its app, is in use.
    case awaitsUse

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

    /// The authorization of its app.
    let authorization: Authorization

    /// Whether its timelines depend on the location.
    let wantsLocation: Bool

    /// Its right to the location.
    let standing: WidgetStanding

    var kind: KindKey { record.saved.kind }

    /// The ground on which it may know the location now, if it may.
    var ground: Ground? { if case .entitled(let ground) = standing { ground } else { nil } }
}

extension Engine {
    /// Returns the current situation of a widget; `nil` if there is no such widget.
    func situation(of widget: WidgetIdentifier) -> WidgetSituation? {
        guard let record = widgets[widget] else { return nil }
        let authorization = authorization(of: record.saved.kind.app)
        let wantsLocation = wantsLocation(record.saved.kind)
        return WidgetSituation(
            record: record,
            authorization: authorization,
            wantsLocation: wantsLocation,
            standing: wantsLocation ? standing(of: record, under: authorization) : .unentitled
        )
    }

    /// Returns the right of a widget whose kind wants a location.
    private func standing(of record: WidgetRecord, under authorization: Authorization) -> WidgetStanding {
        if let ground = ground(for: record, under: authorization) { return .entitled(ground) }
        if authorization.isAuthorizedForWidgetUpdates { return .awaitsUse }
        return authorization.isUnconfirmed ? .awaitsConfirmation : .unentitled
    }

    /// Returns the ground for a widget whose kind wants a location, under its app's authorization.
    private func ground(for record: WidgetRecord, under authorization: Authorization) -> Ground? {
        if authorization.isAuthorizedForWidgetUpdates {
            switch record.use(at: now.instant) {
            case .inView, .alwaysInView: return .inView
            case .inWindow: return .inUseWindow
            case .notInUse: break
            }
        } else if machine.people.isRefusedToWidgets(of: record.saved.kind.app) {
            return nil
        }
        // While an app is in use, its widgets may show what it may know.
        return ground(for: record.saved.kind.app, under: authorization)
    }

    /// Returns the location for a widget, or the reason for its absence.
    package func location(for widget: WidgetIdentifier) -> LocationAnswer {
        guard let situation = situation(of: widget) else { return .absent(.notWanted) }
        return location(for: situation)
    }

    /// Returns the location for a widget with its situation, or the reason for its absence.
    func location(for situation: WidgetSituation) -> LocationAnswer {
        guard situation.wantsLocation else { return .absent(.notWanted) }
        switch situation.standing {
        case .entitled: break
        case .awaitsUse: return .absent(.insufficientlyInUse)
        case .awaitsConfirmation, .unentitled: return .absent(.unauthorized)
        }
        guard let latest = freshFix else { return .absent(.locationUnknown) }
        let (fix, age) = blurred(latest, under: situation.authorization)
        return .location(fix, age: age)
    }
}
