package import LocationModel

/// The parameters of a call for one location.
package struct LocationRequest: Hashable, Codable, Sendable {
    /// The longest time that a call may wait.
    package static let longestWait: Duration = .seconds(300)

    /// The 68 % radius in metres that suffices before the deadline; with `nil` any does.
    package var desiredAccuracyMeters: Double?

    /// The age up to which the latest location is given at once.
    package var maximumAge: Duration

    /// The time that the call waits.
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

/// The result of a call for one location.
package enum LocationOutcome: Hashable, Sendable {
    /// The location and its age.
    case location(Fix, age: Duration)

    /// No location, with the reason.
    case absent(RequestAbsence)
}

/// The reason why a call gets no location.
package enum RequestAbsence: Hashable, Sendable {
    /// The person has not decided about the app yet.
    case notDetermined

    /// The administrator forbids it.
    case restricted

    /// The person denied it.
    case denied

    /// Location services are switched off.
    case servicesOff

    /// A host hides the app's windows.
    case insufficientlyInUse

    /// The app's manifest requires a service session, and the app holds none.
    case serviceSessionRequired

    /// The app may know the location, but no receiver gave one in time.
    case locationUnknown(UnknownLocationCause)
}

/// The calls that wait for one location.
struct LocationRequests: Hashable, Codable, Sendable {
    /// The most calls that may wait for one app.
    static let limitPerApp = 16

    /// One call.
    struct Waiting: Hashable, Codable {
        let request: LocationRequest
        let app: AppKey
        let call: CallIdentifier
        let begunAt: MonotonicInstant

        /// The most accurate believed fix since the call.
        fileprivate(set) var best: FixSelection.Received?

        /// The time by which the call must be answered.
        var deadline: MonotonicInstant { begunAt + request.wait }

        /// Returns whether a fix is accurate enough to answer the call before the deadline.
        func accepts(_ fix: Fix, under authorization: Authorization) -> Bool {
            // Under reduced accuracy, the accuracy of the fix does not show in the area.
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

    /// The requests of an app, in the order of arrival.
    subscript(app: AppKey) -> [LocationRequestIdentifier] { byApp[app] }

    /// The request that a call waits for.
    subscript(call: CallIdentifier) -> LocationRequestIdentifier? { byCall[call] }

    var isEmpty: Bool { waiting.isEmpty }

    /// All requests, in the order of arrival.
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

    /// Keeps a believed fix for the requests for which it is the most accurate so far.
    mutating func record(_ received: FixSelection.Received) {
        for request in waiting.keys {
            let meters = received.fix.accuracy?.horizontal68Meters ?? .infinity
            let best = waiting[request]?.best.map { $0.fix.accuracy?.horizontal68Meters ?? .infinity }
            if best.map({ meters <= $0 }) ?? true { waiting[request]?.best = received }
        }
    }

    /// The next deadline of a request.
    var nextDeadline: MonotonicInstant? { deadlines.first }

    /// Removes the requests whose deadline has come and returns them; the caller must answer each.
    mutating func removeDue(at now: MonotonicInstant) -> [LocationRequestIdentifier] {
        deadlines.removeAll(upTo: now)
    }
}
