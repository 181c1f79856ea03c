package import LocationModel

package struct LocationRequest: Hashable, Codable, Sendable, Evidential {
    package static let longestWait: Duration = .seconds(300)

    /// The 68 % radius in metres that suffices before the deadline; with `nil` any does.
    package var desiredAccuracyMeters: Double?

    /// The age up to which the latest location is given at once.
    package var maximumAge: Duration
    package var wait: Duration

    package init(
        desiredAccuracyMeters: Double? = nil,
        maximumAge: Duration = .seconds(5),
        wait: Duration = .seconds(10)
    ) {
        self.desiredAccuracyMeters = desiredAccuracyMeters
        self.maximumAge = maximumAge
        self.wait = wait
    }

    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = [
            "deadlineSeconds": .number(wait.inSeconds), "maximumAgeSeconds": .number(maximumAge.inSeconds),
        ]
        evidence["desiredAccuracyMeters"] = desiredAccuracyMeters.map { .number($0) }
        return evidence
    }
}

package enum LocationOutcome: Hashable, Sendable {
    case location(Fix, age: Duration)
    case absent(LocationAbsence)

    package var text: String {
        switch self {
        case .location(let fix, let age):
            "the location is " + Self.text(age: age, accuracyMeters: fix.accuracy?.horizontal68Meters)
        case .absent(let absence): absence.text
        }
    }

    fileprivate static func text(age: Duration, accuracyMeters: Double?) -> String {
        (accuracyMeters.map { "accurate to \(meters($0.rounded(.up)))" } ?? "of unknown accuracy")
            + ", \(age.words) old"
    }
}

struct LocationRequests: Equatable, Sendable {
    /// The most calls that may wait for one app.
    private static let limitPerApp = 16

    private struct Waiting: Equatable {
        let request: LocationRequest
        let app: AppKey
        let call: CallIdentifier
        let begunAt: MonotonicInstant

        /// The most accurate believed fix since the call.
        var best: FixSelection.Received?
        var deadline: MonotonicInstant { begunAt + request.wait }
    }

    private var waiting: [LocationRequestIdentifier: Waiting] = [:]
    private var numbers: Numbering

    init(numbers: Numbering) { self.numbers = numbers }

    /// The requests of an app, in the order of arrival.
    subscript(app: AppKey) -> [LocationRequestIdentifier] {
        waiting.sortedKeys { $0.app == app }
    }

    var all: [LocationRequestIdentifier] { waiting.keys.sorted() }
    var deadline: MonotonicInstant? { waiting.values.map(\.deadline).min() }

    // MARK: Making and ending

    /// Makes a request, which is answered at once, if possible, after the components were told of the app's
    /// use.
    mutating func make(
        _ request: LocationRequest,
        of app: AppKey,
        by caller: Caller,
        _ call: CallIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        try machine.presence.admit(caller, asApp: app, &turn)
        if self[app].count >= Self.limitPerApp {
            throw .quotaExceeded(.requests, limit: Self.limitPerApp)
        }
        try turn.admit(to: .requests, of: app.user)
        turn.count(1, .requests, of: app.user)
        let identifier = LocationRequestIdentifier(numbers.next(at: turn.now.instant))
        waiting[identifier] = Waiting(request: request, app: app, call: call, begunAt: turn.now.instant)
        turn.record(.locationRequest(request: identifier, .locationRequested(request)), about: app)
        machine.presence.connect(.request(identifier), as: .request, of: app, by: caller, &turn)
        turn.tell(.useBegan(app))
        turn.tell(.locationRequested(identifier))
    }

    /// Ends the request of a call whose client has disconnected.
    mutating func abandon(_ call: CallIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        let request = waiting.first { $0.value.call == call }?.key
        if let request { end(request, .locationRequestAbandoned, &machine, &turn) }
    }

    mutating func refuse(
        _ request: LocationRequestIdentifier,
        _ refusal: Refusal,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let call = waiting[request]?.call else { return }
        end(request, .locationRequestAbandoned, &machine, &turn)
        turn.emit(.refuse(call, refusal))
    }

    private mutating func end(
        _ request: LocationRequestIdentifier,
        _ decision: LocationRequestDecision,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let ended = waiting.removeValue(forKey: request) else { return }
        turn.record(.locationRequest(request: request, decision), about: ended.app)
        turn.count(-1, .requests, of: ended.app.user)
        machine.power.set(.request(request), to: nil)
        machine.presence.disconnect(.request(request), &turn)
    }

    // MARK: Entitlement

    func entitlement(
        of request: LocationRequestIdentifier,
        _ machine: Machine,
        _ turn: Turn
    ) -> EntitledConsumer? {
        guard let waiting = waiting[request], !machine.lacksServiceSession(waiting.app),
            let ground = machine.ground(for: waiting.app, turn)
        else { return nil }
        let want = Want.fix(by: waiting.deadline, accuracyMeters: waiting.request.desiredAccuracyMeters)
        return EntitledConsumer(consumer: .request(request), owner: waiting.app, want: want, ground: ground)
    }

    /// Updates the entitlement of a request, and answers it if it has none any more.
    mutating func refresh(
        _ request: LocationRequestIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let entitlement = entitlement(of: request, machine, turn)
        machine.power.set(.request(request), to: entitlement)
        if entitlement == nil { answerUnentitled(request, &machine, &turn) }
    }

    // MARK: Answers

    /// Answers a new request if its app is not entitled, or the latest fix is recent enough.
    mutating func answerAtOnce(
        _ request: LocationRequestIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let new = waiting[request], entitlement(of: request, machine, turn) != nil else {
            return answerUnentitled(request, &machine, &turn)
        }
        let positioning = machine.positioning
        // What happened in a pause, or while services were off, is told to nobody later.
        let resumedAt = machine.people.resumedAt(new.app.user)
        if let latest = positioning.fixes.latest, resumedAt.map({ latest.receivedAt > $0 }) ?? true,
            latest.receivedAt.duration(to: turn.now.instant) <= new.request.maximumAge
        {
            give(latest, to: request, isLastChance: false, &machine, &turn)
        } else if let freshFix = positioning.freshFix(turn), positioning.statedPlaceIsUsed {
            // Without a receiver nothing better can come.
            let isLastChance = positioning.receiverNames.isEmpty
            give(freshFix, to: request, isLastChance: isLastChance, &machine, &turn)
        }
    }

    /// Gives a believed fix to the requests for which it is accurate enough.
    mutating func serve(_ machine: inout Machine, _ turn: inout Turn) {
        guard !waiting.isEmpty, let received = machine.positioning.freshFix(turn) else { return }
        for request in waiting.keys {
            let meters = received.fix.accuracy?.horizontal68Meters ?? .infinity
            let best = waiting[request]?.best.map { $0.fix.accuracy?.horizontal68Meters ?? .infinity }
            if best.map({ meters <= $0 }) ?? true { waiting[request]?.best = received }
        }
        for request in all { give(received, to: request, isLastChance: false, &machine, &turn) }
    }

    /// Answers the requests whose deadline has come with the best fix received until then.
    mutating func advance(_ machine: inout Machine, _ turn: inout Turn) {
        for request in waiting.sortedKeys(where: { $0.deadline <= turn.now.instant }) {
            guard let late = waiting[request] else { continue }
            let stated = machine.positioning.statedPlace(turn).map {
                FixSelection.Received(fix: $0.fix, receivedAt: turn.now.instant)
            }
            if let best = late.best ?? stated {
                give(best, to: request, isLastChance: true, &machine, &turn)
            } else {
                let cause = machine.positioning.causeOfUnknownLocation(since: late.begunAt, turn)
                answer(request, .absent(.locationUnknown(cause: cause)), &machine, &turn)
            }
        }
    }

    private mutating func answerUnentitled(
        _ request: LocationRequestIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let app = waiting[request]?.app, let absence = machine.absence(for: app, turn) else { return }
        answer(request, .absent(absence), &machine, &turn)
    }

    /// Gives a fix, unless a sufficiently accurate one may follow.
    private mutating func give(
        _ received: FixSelection.Received,
        to request: LocationRequestIdentifier,
        isLastChance: Bool,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let waiting = waiting[request], let ground = entitlement(of: request, machine, turn)?.ground
        else {
            return answerUnentitled(request, &machine, &turn)
        }
        let accuracy = machine.people.authorization(of: waiting.app).accuracy
        // Under reduced accuracy, the accuracy of the fix does not show in the area.
        if let desired = waiting.request.desiredAccuracyMeters, accuracy == .full, !isLastChance {
            guard let stated = received.fix.accuracy, stated.horizontal68Meters <= desired else { return }
        }
        let (fix, age) = machine.positioning.location(received, accuracy, turn)
        machine.recordAccess(
            of: waiting.app,
            by: .request(request),
            on: ground,
            horizontal68Meters: fix.accuracy?.horizontal68Meters,
            &turn
        )
        answer(request, .location(fix, age: age), &machine, &turn)
    }

    private mutating func answer(
        _ request: LocationRequestIdentifier,
        _ outcome: LocationOutcome,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let waiting = waiting[request] else { return }
        let decision: LocationRequestDecision =
            switch outcome {
            case .location(let fix, let age):
                .locationGiven(
                    waited: waiting.begunAt.duration(to: turn.now.instant),
                    age: age,
                    accuracyMeters: fix.accuracy?.horizontal68Meters
                )
            case .absent(let absence): .locationNotGiven(absence: absence)
            }
        end(request, decision, &machine, &turn)
        turn.emit(.reply(waiting.call, .location(outcome)))
    }
}

package enum LocationRequestDecision: Hashable, Sendable, ComponentDecision {
    case locationRequested(LocationRequest)
    case locationGiven(waited: Duration, age: Duration, accuracyMeters: Double?)
    case locationNotGiven(absence: LocationAbsence)
    case locationRequestAbandoned

    static let names = [
        "locationRequested", "locationGiven", "locationNotGiven", "locationRequestAbandoned",
    ]

    var text: String {
        switch self {
        case .locationRequested(let request):
            "asks for a location\(request.desiredAccuracyMeters.map { " accurate to \(meters($0))" } ?? "")"
                + " and waits \(request.wait.words) at most"
        case .locationGiven(let wait, let age, let accuracy):
            "is given a location \(wait == .zero ? "at once" : "after \(wait.words)"), "
                + LocationOutcome.text(age: age, accuracyMeters: accuracy)
        case .locationNotGiven(let absence): "is given no location: \(absence.text)"
        case .locationRequestAbandoned: "has ended: its client has disconnected"
        }
    }
}
