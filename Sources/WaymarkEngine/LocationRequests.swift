package import LocationModel

/// What a call asks for that wants one location.
package struct LocationRequest: Hashable, Sendable {
    /// The longest time that a call may wait.
    package static let longestWait: Duration = .seconds(300)

    /// The 68 % radius in metres that is accurate enough to be given before the deadline; any where `nil`.
    package var desiredAccuracyMeters: Double?

    /// How old the latest location may be to be given at once.
    package var maximumAge: Duration

    /// How long the call waits.
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
}

/// What a call for one location is answered with.
package enum LocationOutcome: Hashable, Sendable {
    /// The location and its age.
    case location(Fix, age: Duration)

    /// There is none.
    case absent(RequestAbsence)
}

/// Why a call for one location gets none.
package enum RequestAbsence: Hashable, Sendable {
    /// The person has not decided about the app yet.
    case notDetermined

    /// The administrator forbids it.
    case restricted

    /// The person said no.
    case denied

    /// Location services are switched off.
    case servicesOff

    /// A host says that the app's windows are hidden.
    case insufficientlyInUse

    /// The app may know, but no receiver gave a location in time.
    case locationUnknown(UnknownLocationCause)
}

/// Why no receiver gave a location in time.
package enum UnknownLocationCause: Hashable, Sendable {
    /// No receiver is configured.
    case noReceiver

    /// Receivers give positions, but the machine is probably not there.
    case inDoubt(FixDoubt)

    /// The state, for so long, of the receiver that is nearest to a position.
    case receiver(name: String, ReceiverState, since: Duration)
}

/// The calls that wait for one location.
struct LocationRequests: Hashable, Sendable {
    /// The most calls that may wait for one app.
    static let limitPerApp = 16

    /// One call.
    struct Waiting: Hashable {
        let request: LocationRequest
        let app: AppKey
        let call: CallIdentifier
        let begunAt: MonotonicInstant

        /// The most accurate fix since the call that is believed.
        fileprivate(set) var best: FixSelection.Received?

        /// When it is answered at the latest.
        var deadline: MonotonicInstant { begunAt + request.wait }

        /// Returns whether a fix is accurate enough to be given before the deadline.
        func accepts(_ fix: Fix, under authorization: Authorization) -> Bool {
            // No accuracy of the fix shows in the area that is given under reduced accuracy.
            guard let desired = request.desiredAccuracyMeters, authorization.accuracy == .full else {
                return true
            }
            return fix.accuracy.map { $0.horizontal68Meters <= desired } ?? false
        }
    }

    private var waiting: [LocationRequestIdentifier: Waiting] = [:]
    private var byApp = AppIndex<LocationRequestIdentifier>()
    private var byCall: [CallIdentifier: LocationRequestIdentifier] = [:]
    private var deadlines = PriorityQueue<LocationRequestIdentifier, MonotonicInstant>()
    private var numbers: Numbering

    init(numbers: Numbering) { self.numbers = numbers }

    subscript(request: LocationRequestIdentifier) -> Waiting? { waiting[request] }

    /// Returns the requests of an app, in the order in which they came.
    subscript(app: AppKey) -> [LocationRequestIdentifier] { byApp[app] }

    /// Returns the request that a call waits for.
    subscript(call: CallIdentifier) -> LocationRequestIdentifier? { byCall[call] }

    var isEmpty: Bool { waiting.isEmpty }

    /// All requests, in the order in which they came.
    var all: [LocationRequestIdentifier] { waiting.keys.sorted() }

    mutating func add(
        _ request: LocationRequest,
        of app: AppKey,
        _ call: CallIdentifier,
        at now: MonotonicInstant
    ) -> LocationRequestIdentifier {
        let identifier = LocationRequestIdentifier(numbers.next(at: now))
        let added = Waiting(request: request, app: app, call: call, begunAt: now)
        waiting[identifier] = added
        byApp.add(identifier, of: app)
        byCall[call] = identifier
        deadlines[identifier] = added.deadline
        return identifier
    }

    mutating func remove(_ request: LocationRequestIdentifier) {
        guard let removed = waiting.removeValue(forKey: request) else { return }
        byApp.remove(request, of: removed.app)
        byCall[removed.call] = nil
        deadlines[request] = nil
    }

    /// Keeps a fix that is believed for those to whom it is the most accurate yet.
    mutating func record(_ received: FixSelection.Received) {
        for request in waiting.keys {
            let meters = received.fix.accuracy?.horizontal68Meters ?? .infinity
            let best = waiting[request]?.best.map { $0.fix.accuracy?.horizontal68Meters ?? .infinity }
            if best.map({ meters <= $0 }) ?? true { waiting[request]?.best = received }
        }
    }

    /// When the next request has to be answered.
    var nextDeadline: MonotonicInstant? { deadlines.first }

    /// Returns the requests whose deadline has come, each of which has to be answered.
    mutating func removeDue(at now: MonotonicInstant) -> [LocationRequestIdentifier] {
        deadlines.removeAll(upTo: now)
    }
}
