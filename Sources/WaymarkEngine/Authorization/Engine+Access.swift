import LocationModel

extension Engine {
    /// The machine's location: the latest believed fix, unless it is too old, or else the stated place while it is used.
    var freshFix: FixSelection.Received? {
        fixes.fresh(at: now.instant, lifetime: settings.fixLifetime)
            ?? statedPlaceUse.place.map { FixSelection.Received(fix: $0.fix, receivedAt: now.instant) }
    }

    /// Returns a fix with the accuracy that an app is authorized for, and its age.
    func blurred(_ received: FixSelection.Received, under authorization: Authorization) -> (
        fix: Fix, age: Duration
    ) {
        if authorization.accuracy == .reduced { return reduced(received) }
        return (received.fix, received.receivedAt.duration(to: now.instant))
    }

    /// Returns the area that stands for a fix, and the age of the fix that it was computed from.
    func reduced(_ received: FixSelection.Received) -> (fix: Fix, age: Duration) {
        let (fix, fixedAt) = reducedLocation.location(for: received)
        return (fix, min(fixedAt, received.receivedAt).duration(to: now.instant))
    }

    /// Records that a consumer is given a location, before it receives it.
    ///
    /// - Parameters:
    ///   - consumer: The consumer.
    ///   - given: The location as it is given.
    ///   - authorization: The app's authorization.
    ///   - accuracy: The accuracy of the location, if the app wants less than it may know.
    mutating func recordAccess(
        of consumer: EntitledConsumer,
        to given: Fix,
        under authorization: Authorization,
        accuracy: AccuracyAuthorization? = nil
    ) {
        recordAccess(
            of: consumer,
            horizontal68Meters: given.accuracy?.horizontal68Meters,
            under: authorization,
            accuracy: accuracy
        )
    }

    /// Records that a consumer is given a location with this radius, or is told where it is without one.
    mutating func recordAccess(
        of consumer: EntitledConsumer,
        horizontal68Meters: Double?,
        under authorization: Authorization,
        accuracy: AccuracyAuthorization? = nil
    ) {
        let accuracy = accuracy ?? authorization.accuracy
        let record = AccessRecord(
            app: consumer.owner,
            consumer: consumer.consumer,
            date: now.utc,
            ground: consumer.ground,
            wasTemporary: authorization.isTemporary,
            accuracy: accuracy,
            horizontal68Meters: horizontal68Meters
        )
        let log = saved.accessLogs[consumer.owner.user]
        let users = saved.accessLogs.count + (log == nil ? 1 : 0)
        commit(
            .accessed(record, number: log?.nextNumber ?? 0, keeping: AccessLog.capacity(sharedBy: users))
        )
        if consumer.ground == .always { remindOfAlways(consumer.owner, authorization.grant) }
    }
}
