package import LocationModel

extension Engine {
    /// The verdict about fixes recorded last, so that a lasting condition is recorded once.
    enum RecordedVerdict: Hashable, Codable {
        case held
        case doubted
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

    // MARK: Receiver reports

    /// Returns the record of a receiver.
    package func receiver(_ receiver: ReceiverIdentifier) -> ReceiverRecord { receivers[receiver] }

    private func name(of receiver: ReceiverIdentifier) -> String {
        receiverNames.indices.contains(receiver.rawValue) ? receiverNames[receiver.rawValue] : "?"
    }

    mutating func handle(_ report: ReceiverReport, from receiver: ReceiverIdentifier) {
        switch report {
        case .state(let state):
            fixes.record(state, of: receiver, at: now.instant)
            let couldGive = someReceiverCanGive
            guard let news = receivers[receiver].change(to: state, at: now.instant) else { return }
            if someReceiverCanGive != couldGive { touchMonitors() }
            // A server that is away for a week would fill the journal with one message.
            if news == .state {
                // What follows from a need is about the app that has it, as the decision about that need is.
                let subject = state.followsFromNeed ? demand.subject : JournalSubject()
                record(.receiver(receiver, name: name(of: receiver), state), about: subject)
            }
            emit(.tellReceiver(receiver, state))
            noticeLostPosition()
            noticeCause()
        case .epoch(.noFix(_, let satellites), _):
            // Streams were told of the missing position before its satellites were known.
            if receivers[receiver].record(satellites) { noticeCause() }
        case .heading(let heading, _):
            receivers[receiver].record(heading, at: now.instant)
            serveHeading(heading, from: receiver)
        case .epoch(.fix(let fix), let observedAt):
            receivers[receiver].recordFix(at: now.instant)
            let choice = fixes.add(fix, from: receiver, observedAt: observedAt, at: now.instant)
            // With a single receiver the choice is obvious and not worth recording.
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

    /// Judges a fix and notifies the consumers that it concerns.
    private mutating func judge(_ fix: Fix, _ trailDoubt: FixDoubt?, observedAt: MonotonicInstant) {
        lastJudgedAt = now.instant
        let verdict = significantChange.consider(
            fix,
            observedAt: observedAt,
            wallClock: now.utc,
            receiverDoubt: trailDoubt
        )
        // A fix in doubt is given to no consumer, whatever its purpose.
        let isBelieved = verdict.believesFix && trailDoubt == nil
        var isAnotherArea = false
        if isBelieved {
            isAnotherArea = believe(fix, observedAt: observedAt)
        } else {
            demand.recordFixInDoubt()
            noticeRegions(ofDoubtful: fix)
        }
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
        if isBelieved {
            if isAnotherArea, !verdict.isNotification { tellOfArea() }
            noticeVisit(fix, observedAt: observedAt)
            offerPause(after: fix, observedAt: observedAt)
            serveWaiting()
        }
    }

    /// Accepts a fix as the machine's location; returns whether it gives another area.
    private mutating func believe(_ fix: Fix, observedAt: MonotonicInstant) -> Bool {
        fixes.believe(fix, at: now.instant)
        endStatedPlaceWithFix()
        let isAnotherArea = recordArea(of: fix)
        rest.record(fix, at: now.instant)
        let searched = demand.recordBelievedFix(at: now.instant)
        dutyCycle.record(fix, observedAt: observedAt, after: searched)
        noticeRegions(fix, observedAt: observedAt)
        return isAnotherArea
    }

    /// Offers the pause that significant changes, regions and visits permit after a believed fix.
    private mutating func offerPause(after fix: Fix, observedAt: MonotonicInstant) {
        guard let cycle = settings.dutyCycle, let distance = significantChange.distanceMeters else { return }
        offeredPause = dutyCycle.pause(
            after: fix,
            observedAt: observedAt,
            remainingMeters: settings.significantChange.distanceMeters - distance,
            interval: significantChange.remainingInterval(at: now.instant) ?? .zero,
            settings: cycle
        )
        guard var shortest = offeredPause else { return }
        for pause in [pauseForRegions(after: fix, settings: cycle), pauseForVisits(settings: cycle)] {
            if let pause, pause.duration < shortest.duration { shortest = pause }
        }
        offeredPause = shortest
    }

    private mutating func doubt(_ doubt: FixDoubt, _ recorded: RecordedVerdict?) {
        self.doubt = doubt
        recordedVerdict = .doubted
        guard recorded != .doubted else { return }
        record(.fixHeld(doubt))
        noticeCause()
    }

    /// Serves the consumers that wait for a fix, and the widgets that were told of its absence.
    mutating func serveWaiting() {
        if !widgets.awaitingFix.isEmpty {
            for widget in widgets.awaitingFix.sorted() { release(widget) }
        }
        if !consumers.uninformed.isEmpty {
            for widget in consumers.uninformed.sorted()
            where pendingReload(of: widget) == nil && location(for: widget).isLocation {
                owe(widget, .locationAvailable)
            }
        }
        if !requests.isEmpty, let freshFix { serveRequests(with: freshFix) }
        serveFollowers()
    }
}

extension ReceiverState {
    /// Whether a receiver comes into the state each time it is wanted, or no longer wanted.
    fileprivate var followsFromNeed: Bool {
        switch self {
        case .off, .connecting, .acquiring, .fixed: true
        case .absent, .lost, .ended: false
        }
    }
}
