// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

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
    public typealias BeaconIdentityCondition = CLBeaconIdentityConstraint

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

        /// The conditions that limit events, as the service reported them last before this one.
        var diagnostics: Set<MonitoringDiagnostic> = []

        public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
        public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
        public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }

        public var authorizationRequestInProgress: Bool {
            diagnostics.contains(.authorizationRequestInProgress)
        }

        /// Whether the app is authorized only while it is in use, and is not.
        public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }

        /// Whether the accuracy is reduced, under which there are no events.
        public var accuracyLimited: Bool { diagnostics.contains(.accuracyLimited) }
        public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }

        /// Always `false`: conditions outlive the app and the service.
        public var persistenceUnavailable: Bool { false }

        /// A more precise condition that is met: always `nil` here.
        public var refinement: (any CLCondition)? { nil }
    }

    public struct Record: Sendable {
        public let condition: any CLCondition

        /// The event that the app handled last, or the present state.
        public let lastEvent: Event
    }

    public nonisolated let name: String

    private let monitor: Monitor?

    /// The reason why this program cannot monitor at all.
    private let refusal: CLError?

    /// The records of conditions that the service refused, or does not know yet.
    private var refusals: [String: Record] = [:]

    /// The latest change of each condition that the service has to learn.
    private var changes: [String: Task<Void, Never>] = [:]

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
    /// If the service refuses it, its ``record(for:)`` is ``Event/State/unmonitored`` and says why. A service
    /// that is away learns of it as soon as it is there, while the app runs; until then the record is the
    /// same.
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
        await change(identifier) { monitor throws(ClientError) in
            try await monitor.add(region, identifier: identifier, assuming: RegionState(state))
        } refused: { [event] error in
            var event = event
            if case .conditionUnsupported? = error.refusal { event.conditionUnsupported = true }
            if case .quotaExceeded? = error.refusal { event.conditionLimitExceeded = true }
            return Record(condition: condition, lastEvent: event)
        }
    }

    /// Ends watching a condition.
    ///
    /// A service that is away learns of it as soon as it is there, while the app runs.
    public func remove(_ identifier: String) async {
        await change(identifier) { monitor throws(ClientError) in
            try await monitor.remove(identifier)
        } refused: { _ in
            nil
        }
    }

    /// Sends the service a change of a condition, and waits for the first attempt; further ones go on until
    /// the service is there, or the condition is changed again.
    private func change(
        _ identifier: String,
        _ tell: @escaping @Sendable (Monitor) async throws(ClientError) -> Void,
        refused: @escaping @Sendable (ClientError) -> Record?
    ) async {
        refusals[identifier] = nil
        guard let monitor else { return }
        let (attempts, attempted) = AsyncStream.makeStream(of: Void.self)
        let before = changes[identifier]
        before?.cancel()
        changes[identifier] = Task {
            defer { attempted.finish() }
            await before?.value
            await RunningApp.shared.service.retrying { (error) in
                complain("\(error)")
                refusals[identifier] = refused(error)
                attempted.finish()
            } _: { () throws(ClientError) in
                // It has a connection of its own: the service might carry out a cancelled one after the next.
                let attempt = Task { () -> Result<Void, ClientError> in
                    do throws(ClientError) { return .success(try await tell(monitor)) } catch {
                        return .failure(error)
                    }
                }
                try await attempt.value.get()
                if !Task.isCancelled { refusals[identifier] = nil }
            }
            if !Task.isCancelled { changes[identifier] = nil }
        }
        for await _ in attempts {}
    }

    /// The identifiers of all conditions, in order.
    public var identifiers: [String] {
        get async { await records().keys.sorted() }
    }

    /// Returns the record of a condition; `nil` if there is none with this identifier.
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
    /// Asking for the next event tells the service that the previous one is handled.
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

    public typealias Events = CLElements<Event>
}

/// An asynchronous sequence of the service's reports.
public struct CLElements<Element: Sendable>: AsyncSequence, Sendable {
    let begin: @Sendable () -> () async throws -> Element?

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let advance: () async throws -> Element?

        /// Returns the next element; `nil` when the task is cancelled, and in a widget after the only one.
        public mutating func next() async throws -> Element? { try await advance() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(advance: begin()) }
}

extension RegionCondition {
    init?(_ condition: any CLCondition) {
        switch condition {
        case let circle as CLMonitor.CircularGeographicCondition:
            guard let center = Coordinate(circle.center) else { return nil }
            self = .circle(center: center, radiusMeters: circle.radius)
        case let beacons as CLMonitor.BeaconIdentityCondition:
            self = .beacons(BeaconCondition(beacons))
        default: return nil
        }
    }

    /// The condition as a type of Apple's, which has no polygons.
    var condition: (any CLCondition)? {
        switch self {
        case .circle(let center, let radius):
            return CLMonitor.CircularGeographicCondition(
                center: CLLocationCoordinate2D(center),
                radius: radius
            )
        case .beacons(let beacons):
            return CLBeaconIdentityConstraint(UUID(beacons.uuid), beacons.major, beacons.minor)
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
