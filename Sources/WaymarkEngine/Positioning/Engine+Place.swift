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
}
