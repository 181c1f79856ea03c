import LocationModel

// Calls that request one location.
extension Engine {
    mutating func requestLocation(
        _ request: LocationRequest,
        of app: AppKey,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            try admit(caller, asApp: app)
            let limit = LocationRequests.limitPerApp
            if requests[app].count >= limit { throw .quotaExceeded(.requests, limit: limit) }
            try admit(to: .requests, of: app.user)
        } catch {
            return emit(.refuse(call, error))
        }
        turn.count(1, .requests, of: app.user)
        let identifier = requests.add(request, of: app, call, at: now.instant)
        record(.locationRequest(identifier, .made(request)), about: JournalSubject(app: app))
        machine.presence.beginCall(identifier, of: app, by: caller, &turn)
        useBegan(of: app)
        guard ground(for: app, under: authorization(of: app)) != nil, !lacksServiceSession(app) else {
            return answerUnentitled(identifier)
        }
        if let latest = fixes.latest, latest.receivedAt.duration(to: now.instant) <= request.maximumAge {
            give(latest, to: identifier, isLastChance: false)
        } else if let freshFix, statedPlaceIsUsed {
            // Without a receiver nothing better can come.
            give(freshFix, to: identifier, isLastChance: receiverNames.isEmpty)
        }
    }

    /// Ends the request of a call whose client has disconnected.
    mutating func abandonRequest(of call: CallIdentifier) {
        guard let request = requests[call] else { return }
        end(request, .abandoned)
    }

    /// Ends a request that may not be answered any more.
    mutating func refuse(_ request: LocationRequestIdentifier, _ refusal: Refusal) {
        guard let waiting = requests[request] else { return }
        end(request, .abandoned)
        emit(.refuse(waiting.call, refusal))
    }

    /// Gives a believed fix to the requests for which it is accurate enough.
    mutating func serveRequests(with received: FixSelection.Received) {
        requests.record(received)
        for request in requests.all { give(received, to: request, isLastChance: false) }
    }

    /// Answers a request with the best fix received before its deadline.
    mutating func answerAtDeadline(_ request: LocationRequestIdentifier) {
        guard let waiting = requests[request] else { return }
        let stated = statedPlace.map { FixSelection.Received(fix: $0.fix, receivedAt: now.instant) }
        guard let best = waiting.best ?? stated else {
            return answer(request, .absent(.locationUnknown(causeOfUnknownLocation(since: waiting.begunAt))))
        }
        give(best, to: request, isLastChance: true)
    }

    /// Answers a request whose app is not entitled to a location.
    mutating func answerUnentitled(_ request: LocationRequestIdentifier) {
        guard let waiting = requests[request] else { return }
        let authorization = authorization(of: waiting.app)
        let absence: RequestAbsence =
            switch authorization.status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: authorization.limits.contains(.servicesOff) ? .servicesOff : .denied
            case .authorizedWhenInUse, .authorizedAlways:
                lacksServiceSession(waiting.app) ? .serviceSessionRequired : .insufficientlyInUse
            }
        answer(request, .absent(absence))
    }

    /// Gives a fix, unless a sufficiently accurate one may follow.
    private mutating func give(
        _ received: FixSelection.Received,
        to request: LocationRequestIdentifier,
        isLastChance: Bool
    ) {
        guard let waiting = requests[request], let consumer = entitlement(of: .request(request)) else {
            return answerUnentitled(request)
        }
        let authorization = authorization(of: waiting.app)
        guard isLastChance || waiting.accepts(received.fix, under: authorization) else { return }
        let (fix, age) = blurred(received, under: authorization)
        recordAccess(of: consumer, to: fix, under: authorization)
        answer(request, .location(fix, age: age))
    }

    private mutating func answer(_ request: LocationRequestIdentifier, _ outcome: LocationOutcome) {
        guard let waiting = requests[request] else { return }
        let decision: LocationRequestDecision =
            switch outcome {
            case .location(let fix, let age):
                .given(
                    after: waiting.begunAt.duration(to: now.instant),
                    age: age,
                    accuracyMeters: fix.accuracy?.horizontal68Meters
                )
            case .absent(let absence): .absent(absence)
            }
        end(request, decision)
        emit(.reply(waiting.call, .location(outcome)))
    }

    private mutating func end(_ request: LocationRequestIdentifier, _ decision: LocationRequestDecision) {
        guard let waiting = requests[request] else { return }
        record(.locationRequest(request, decision), about: JournalSubject(app: waiting.app))
        requests.remove(request)
        turn.count(-1, .requests, of: waiting.app.user)
        machine.power.set(.request(request), to: nil)
        machine.presence.endCall(request, &turn)
    }
}
