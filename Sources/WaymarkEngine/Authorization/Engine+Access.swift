import LocationModel

extension Engine {
    /// Returns the locations that were given to the apps of those whom `caller` may decide for, the newest first.
    package func accesses(visibleTo caller: Caller) -> [AccessRecord] {
        saved.accessLogs.filter { caller.mayDecideFor($0.key) }.values
            .flatMap(\.records).sorted { $0.date > $1.date }
    }

    /// The latest fix that is believed, unless it is too old to be where the machine is.
    var freshFix: FixSelection.Received? { fixes.fresh(at: now.instant, lifetime: settings.fixLifetime) }

    /// Returns a fix as exactly as an app may know it, with its age.
    func blurred(_ received: FixSelection.Received, under authorization: Authorization) -> (
        fix: Fix, age: Duration
    ) {
        let age = received.receivedAt.duration(to: now.instant)
        guard authorization.accuracy == .reduced else { return (received.fix, age) }
        var reduced = reducedLocation
        let (fix, areaAge) = reduced.reduce(received.fix, at: now.instant)
        return (fix, max(age, areaAge))
    }

    /// Records that a consumer is given a location, before it is.
    mutating func recordAccess(
        of consumer: EntitledConsumer,
        to given: Fix,
        under authorization: Authorization
    ) {
        if authorization.accuracy == .reduced, let freshFix {
            // The area given out now is the one that everybody gets until the next may be computed.
            _ = reducedLocation.reduce(freshFix.fix, at: now.instant)
        }
        let record = AccessRecord(
            app: consumer.owner,
            consumer: consumer.consumer,
            date: now.utc,
            ground: consumer.ground,
            wasTemporary: authorization.isTemporary,
            accuracy: authorization.accuracy,
            horizontal68Meters: given.accuracy?.horizontal68Meters
        )
        commit(.accessed(record, number: saved.accessLogs[consumer.owner.user]?.nextNumber ?? 0))
        if consumer.ground == .always { remindOfAlways(consumer.owner, authorization.grant) }
    }
}
