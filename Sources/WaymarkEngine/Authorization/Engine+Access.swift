import LocationModel

extension Engine {
    /// Returns the locations that were given to the apps of those whom `caller` may decide for, the newest first.
    package func accesses(visibleTo caller: Caller) -> [AccessRecord] {
        state.accessLogs.filter { caller.mayDecideFor($0.key) }.values
            .flatMap(\.records).sorted { $0.date > $1.date }
    }

    /// Returns a fresh fix as exactly as an app may know it, with its age.
    func fix(for authorization: Authorization) -> (fix: Fix, age: Duration)? {
        guard let (fix, age) = fixes.fresh(at: now.instant, lifetime: settings.fixLifetime) else {
            return nil
        }
        guard authorization.accuracy == .reduced else { return (fix, age) }
        var reduced = reducedLocation
        return reduced.reduce(fix, at: now.instant)
    }

    /// Puts on record that a widget is given a location, before it is.
    mutating func noteAccess(
        of widget: WidgetIdentifier,
        of app: AppKey,
        to given: Fix,
        under authorization: Authorization,
        on ground: ReceiverNeed.Ground
    ) {
        if authorization.accuracy == .reduced,
            let (fix, _) = fixes.fresh(at: now.instant, lifetime: settings.fixLifetime)
        {
            // The area given out now is the one that everybody gets until the next may be computed.
            _ = reducedLocation.reduce(fix, at: now.instant)
        }
        let record = AccessRecord(
            app: app,
            widget: widget,
            date: now.utc,
            ground: ground,
            wasTemporary: authorization.isTemporary,
            accuracy: authorization.accuracy,
            horizontal68Meters: given.accuracy?.horizontal68Meters
        )
        commit(.accessed(record, number: state.accessLogs[app.user]?.nextNumber ?? 0))
        if ground == .always || ground == .alwaysNow { remindOfAlways(app, authorization.grant) }
    }
}
