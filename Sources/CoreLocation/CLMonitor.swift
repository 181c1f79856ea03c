// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import LinuxSystem
import LocationModel
import Waymark

/// A condition that a ``CLMonitor`` watches.
public protocol CLCondition: Sendable {}

/// A named set of conditions, which the service also watches while the app does not run.
public actor CLMonitor {
    public struct CircularGeographicCondition: CLCondition, Hashable {
        public let center: CLLocationCoordinate2D

        /// The radius in metres, from 10 to 1,000,000.
        public let radius: CLLocationDistance

        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }

        public static func == (left: Self, right: Self) -> Bool { left.values == right.values }
        public func hash(into hasher: inout Hasher) { hasher.combine(values) }

        private var values: [Double] { [center.latitude, center.longitude, radius] }
    }

    /// Beacons: satisfied while one of them is in range.
    public struct BeaconIdentityCondition: CLCondition, Hashable {
        public let uuid: UUID
        public let major: CLBeaconMajorValue?
        public let minor: CLBeaconMinorValue?

        public init(uuid: UUID) { (self.uuid, major, minor) = (uuid, nil, nil) }

        public init(uuid: UUID, major: CLBeaconMajorValue) {
            (self.uuid, self.major, minor) = (uuid, major, nil)
        }

        public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
            self.init(uuid, major, minor)
        }

        fileprivate init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
            (self.uuid, self.major, self.minor) = (uuid, major, minor)
        }
    }

    public struct Event: Hashable, Sendable {
        public enum State: Int, Hashable, Sendable {
            case unknown = 0
            case satisfied = 1
            case unsatisfied = 2

            /// The service does not watch it: the diagnostics of the event say why.
            case unmonitored = 3
        }

        public let identifier: String
        public let state: State

        /// When the service noticed it.
        public let date: Date

        /// Whether the service cannot watch such a condition.
        public var conditionUnsupported = false

        /// Whether the person's apps watch as many conditions as they may.
        public var conditionLimitExceeded = false

        /// What limits events, as the service told it last before this one.
        var diagnostics: Set<MonitoringDiagnostic> = []

        public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
        public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
        public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }

        public var authorizationRequestInProgress: Bool {
            diagnostics.contains(.authorizationRequestInProgress)
        }

        /// Whether the app may know only while it is in use, and is not.
        public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }

        /// Whether the accuracy is reduced, under which there are no events.
        public var accuracyLimited: Bool { diagnostics.contains(.accuracyLimited) }
        public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }

        /// Whether conditions cannot be kept: never, they outlive the app and the service.
        public var persistenceUnavailable: Bool { false }

        /// What more is known of the condition that is met: nothing here.
        public var refinement: (any CLCondition)? { nil }
    }

    public struct Record: Sendable {
        public let condition: any CLCondition

        /// The event that the app handled last, or the present state.
        public let lastEvent: Event
    }

    public nonisolated let name: String

    private let monitor: Monitor?

    /// Why this program cannot monitor at all.
    private let refusal: CLError?

    /// What becomes of a condition that is added.
    private struct Addition {
        let condition: any CLCondition
        let region: RegionCondition
        let assumed: Event.State
    }

    /// The conditions that the service refused, with why, or that it was not told yet.
    private var refusals: [String: Record] = [:]

    /// The number of the latest change of each condition that the service has not answered: earlier ones are outdated.
    private var changes: [String: Int] = [:]
    private var lastChange = 0

    /// The latest attempt to tell the service a change of each condition.
    private var attempts: [String: Task<ClientError?, Never>] = [:]

    /// Opens or creates a monitor, named with 1 to 64 ASCII letters, digits and `_`, not beginning with `_`.
    public init(_ name: String) async {
        self.name = name
        refusal = RunningApp.shared.refusalAsWidgets(of: "CLMonitor")
        guard refusal == nil else {
            monitor = nil
            return
        }
        do throws(ClientError) {
            monitor = try RunningApp.shared.monitor(name)
        } catch {
            complain("\(error)")
            monitor = nil
        }
    }

    /// Watches a condition from now on, in place of one with the same identifier.
    ///
    /// If the service refuses it, its ``record(for:)`` is ``Event/State/unmonitored`` and says why. A service that is away
    /// is told as soon as it is there, while the app runs; until then the record is the same.
    public func add(
        _ condition: any CLCondition,
        identifier: String,
        assuming state: Event.State = .unknown
    ) async {
        var event = Event(identifier: identifier, state: .unmonitored, date: Date())
        let region = RegionCondition(condition)
        if region == nil {
            event.conditionUnsupported = true
            complain("'\(identifier)' is neither beacons nor a circle on the globe")
        }
        guard let region, refusal == nil else {
            refusals[identifier] = Record(condition: condition, lastEvent: event)
            return
        }
        await change(identifier, to: Addition(condition: condition, region: region, assumed: state))
    }

    /// Ends watching a condition.
    ///
    /// A service that is away is told as soon as it is there, while the app runs.
    public func remove(_ identifier: String) async { await change(identifier, to: nil) }

    /// Adds a condition, or removes it: at once, or as soon as the service is there, unless it is changed again before.
    private func change(_ identifier: String, to addition: Addition?) async {
        lastChange += 1
        let number = lastChange
        changes[identifier] = number
        refusals[identifier] = nil
        guard let absence = await attempt(addition, for: identifier, number) else { return }
        complain("\(absence)")
        Task {
            var pauses = BackOff(first: .milliseconds(100))
            repeat {
                try await Task.sleep(for: pauses.next())
            } while await attempt(addition, for: identifier, number) != nil
        }
    }

    private func attempt(_ addition: Addition?, for identifier: String, _ number: Int) async -> ClientError? {
        let attempt = Task { [before = attempts[identifier]] in
            // Each is told on a connection of its own, and could overtake the one before.
            _ = await before?.value
            return await send(addition, for: identifier, number)
        }
        attempts[identifier] = attempt
        return await attempt.value
    }

    /// Tells the service a change that is still the latest one of its condition, and returns why it did not answer.
    private func send(_ addition: Addition?, for identifier: String, _ number: Int) async -> ClientError? {
        guard changes[identifier] == number else { return nil }
        do throws(ClientError) {
            if let addition {
                let state = RegionState(addition.assumed)
                try await monitor?.add(addition.region, identifier: identifier, assuming: state)
            } else {
                try await monitor?.remove(identifier)
            }
            guard changes[identifier] == number else { return nil }
            refusals[identifier] = nil
        } catch {
            guard changes[identifier] == number else { return nil }
            if let addition {
                var event = Event(identifier: identifier, state: .unmonitored, date: Date())
                if case .conditionUnsupported? = error.refusal { event.conditionUnsupported = true }
                if case .quotaExceeded? = error.refusal { event.conditionLimitExceeded = true }
                refusals[identifier] = Record(condition: addition.condition, lastEvent: event)
            }
            if error.mayPass { return error }
            complain("\(error)")
        }
        (changes[identifier], attempts[identifier]) = (nil, nil)
        return nil
    }

    /// The identifiers of all conditions, in order.
    public var identifiers: [String] {
        get async { await records().keys.sorted() }
    }

    /// Returns what is known of a condition; `nil` if there is none with this identifier.
    public func record(for identifier: String) async -> Record? {
        if let refusal = refusals[identifier] { return refusal }
        guard let record = await records()[identifier], let condition = record.condition.condition else {
            return nil
        }
        let last = record.lastEvent
        var event = Event(
            identifier: identifier,
            state: Event.State(last?.state ?? record.state),
            date: last?.time ?? Date()
        )
        if event.state == .unmonitored { event.diagnostics = RunningApp.shared.presentDiagnostics ?? [] }
        return Record(condition: condition, lastEvent: event)
    }

    private func records() async -> [String: Monitor.Record] {
        do throws(ClientError) {
            return try await monitor?.records() ?? [:]
        } catch {
            complain("\(error)")
            return [:]
        }
    }

    /// The events: those that waited for the app, then each new one.
    ///
    /// Asking for the next event tells the service that the one before is handled.
    public var events: Events {
        Events { [source = monitor?.updates, refusal] in
            var updates = source?.makeAsyncIterator()
            var diagnostics: Set<MonitoringDiagnostic> = []
            return {
                if let refusal { throw refusal }
                do throws(ClientError) {
                    while let update = try await updates?.next() {
                        switch update {
                        case .state(let state): diagnostics = state.diagnostics
                        case .event(let event):
                            guard case .region(let change) = event.content else { continue }
                            return Event(
                                identifier: change.identifier,
                                state: Event.State(change.state),
                                date: event.time,
                                diagnostics: diagnostics
                            )
                        @unknown default: continue
                        }
                    }
                    return nil
                } catch { throw CLError(error) }
            }
        }
    }

    public struct Events: AsyncSequence, Sendable {
        fileprivate let begin: @Sendable () -> () async throws -> Event?

        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let advance: () async throws -> Event?

            /// Returns the next event; `nil` when the task is cancelled.
            public mutating func next() async throws -> Event? { try await advance() }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(advance: begin()) }
    }
}

extension RegionCondition {
    init?(_ condition: any CLCondition) {
        switch condition {
        case let circle as CLMonitor.CircularGeographicCondition:
            guard let center = Coordinate(circle.center) else { return nil }
            self = .circle(center: center, radiusMeters: circle.radius)
        case let beacons as CLMonitor.BeaconIdentityCondition:
            self = .beacons(BeaconCondition(beacons.uuid, beacons.major, beacons.minor))
        default: return nil
        }
    }

    /// The condition under its name on Apple's platforms, which have no polygons.
    var condition: (any CLCondition)? {
        switch self {
        case .circle(let center, let radius):
            return CLMonitor.CircularGeographicCondition(
                center: CLLocationCoordinate2D(center),
                radius: radius
            )
        case .beacons(let beacons):
            let uuid = UUID(beacons.uuid)
            return CLMonitor.BeaconIdentityCondition(uuid, beacons.major, beacons.minor)
        default: return nil
        }
    }
}

extension CLMonitor.Event.State {
    init(_ state: RegionState) {
        self =
            switch state {
            case .satisfied: .satisfied
            case .unsatisfied: .unsatisfied
            case .unmonitored: .unmonitored
            default: .unknown
            }
    }
}

extension RegionState {
    init(_ state: CLMonitor.Event.State) {
        self =
            switch state {
            case .satisfied: .satisfied
            case .unsatisfied: .unsatisfied
            case .unknown, .unmonitored: .unknown
            }
    }
}
