package import LocationModel

// The place that the owner states, for when no receiver has a fix.
extension Engine {
    /// The place that the owner stated: in a call, or else in the configuration.
    package var statedPlace: StatedPlace? { saved.statedPlace ?? settings.statedPlace }

    /// Whether the stated place stands in for a fix now.
    package var statedPlaceIsUsed: Bool { statedPlaceUse.place != nil }

    /// States the machine's place, or, with `nil`, withdraws what was stated so.
    mutating func statePlace(_ place: StatedPlace?, by caller: Caller) throws(Refusal) -> Answer {
        guard caller.mayStatePlace else { throw .notPermitted }
        guard saved.statedPlace != place else { return .done }
        commit(.statedPlace(place))
        record(.statedPlace(place.map { .stated($0.origin) } ?? .withdrawn))
        return .done
    }

    /// Starts or ends the use of the stated place when its time has come.
    mutating func updateStatedPlace() {
        guard let place = statedPlace else {
            if statedPlaceUse.end() { record(.statedPlace(.unused)) }
            return
        }
        if statedPlaceUse.place == place { return announceStatedPlace() }
        // A place that is stated anew replaces the one in use at once.
        guard let due = statedPlaceDue ?? statedPlaceUse.since, due <= now.instant else { return }
        let searched = statedPlaceUse.searchingSince.map { $0.duration(to: now.instant) }
        statedPlaceUse.begin(place, at: now.instant)
        record(.statedPlace(.used(place.origin, after: searched)))
        let isAnotherArea = recordArea(of: place.fix)
        announceStatedPlace(isNew: true)
        if isAnotherArea { tellOfArea() }
        // Time goes on from here for regions too: nothing contradicts what the owner says.
        noticeRegions(place.fix, observedAt: max(lastObservedAt ?? now.instant, now.instant))
        serveWaiting()
    }

    /// Records that a fix is believed, which ends the use of the stated place.
    mutating func endStatedPlaceWithFix() {
        if statedPlaceUse.recordBelievedFix(at: now.instant) { record(.statedPlace(.replacedByFix)) }
    }

    /// Records that receivers went on, off or into a pause.
    mutating func followReceivers(_ change: ReceiverDemand.Change) {
        switch change {
        case .on, .resume: statedPlaceUse.beginSearch(at: now.instant)
        // A pause after a fix is no search; one after a search in vain continues it.
        case .pause(let pause): if !pause.followsSearchInVain { statedPlaceUse.endSearch() }
        case .off:
            statedPlaceUse.endSearch()
            if !receiverNames.isEmpty, statedPlaceUse.end() { record(.statedPlace(.unused)) }
        }
    }

    /// The time at which the next step with the stated place is due.
    var statedPlaceDeadline: MonotonicInstant? {
        guard statedPlace != nil else { return nil }
        return statedPlaceUse.place == nil ? statedPlaceDue : statedPlaceUse.announcesAt
    }

    private var statedPlaceDue: MonotonicInstant? {
        if receiverNames.isEmpty { return startedAt }
        return statedPlaceUse.searchingSince.map { $0 + settings.statedPlaceAfter }
    }

    /// Announces the stated place as a significant change if it is one, now or when the interval has passed.
    private mutating func announceStatedPlace(isNew: Bool = false) {
        guard let place = statedPlaceUse.place else { return }
        guard isNew || statedPlaceUse.announcesAt.map({ $0 <= now.instant }) ?? false else { return }
        statedPlaceUse.announcesAt = nil
        lastJudgedAt = now.instant
        switch significantChange.consider(place, at: now) {
        case .firstNotification: notify(.significantChange(distanceMeters: nil, after: nil))
        case .significantChange(let distance, _, let elapsed):
            notify(.significantChange(distanceMeters: distance, after: elapsed))
        case .heldByInterval(let distance, let remaining):
            record(.changeHeld(distanceMeters: distance, remaining: remaining))
            statedPlaceUse.announcesAt = now.instant + remaining
        case .heldByDoubt, .withinDistance: break
        }
    }
}
