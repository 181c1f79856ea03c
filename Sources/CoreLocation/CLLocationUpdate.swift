import LinuxSystem
import Waymark

/// An element of live updates: a location, or what explains its absence, or both.
public struct CLLocationUpdate: Hashable, Sendable {
    /// What the app follows the location for, which decides how soon updates pause at rest.
    public enum LiveConfiguration: Int, Hashable, Sendable {
        /// None of the others.
        case `default` = 0

        /// Navigation of a car.
        case automotiveNavigation = 1

        /// Navigation of another vehicle.
        case otherNavigation = 2

        /// Sport on foot or by bicycle.
        case fitness = 3

        /// Flight.
        case airborne = 4

        /// On the water, also at anchor; the service treats it like ``otherNavigation``.
        case maritime = 5
    }

    /// The location.
    public let location: CLLocation?

    /// Whether the person said no, or location services are off.
    public let authorizationDenied: Bool

    /// Whether location services are off.
    public let authorizationDeniedGlobally: Bool

    /// Whether the administrator forbids it.
    public let authorizationRestricted: Bool

    /// Whether the person is being asked.
    public let authorizationRequestInProgress: Bool

    /// Whether the app is not in use: a host says that its windows are hidden.
    public let insufficientlyInUse: Bool

    /// Whether the accuracy is reduced, so that updates are areas and seldom come.
    public let accuracyLimited: Bool

    /// Whether no receiver gives a location now.
    public let locationUnavailable: Bool

    /// Whether the app's manifest requires a service session, and the app holds none.
    public let serviceSessionRequired: Bool

    /// Whether this is the last update until the machine moves.
    public let stationary: Bool

    /// Whether this is the last update until the machine moves; the older name.
    public var isStationary: Bool { stationary }

    init(_ update: LocationUpdate) {
        let diagnostics = update.diagnostics
        location = update.location.map { CLLocation($0) }
        authorizationDenied =
            diagnostics.contains(.authorizationDenied) || diagnostics.contains(.authorizationDeniedGlobally)
        authorizationDeniedGlobally = diagnostics.contains(.authorizationDeniedGlobally)
        authorizationRestricted = diagnostics.contains(.authorizationRestricted)
        authorizationRequestInProgress = diagnostics.contains(.authorizationRequestInProgress)
        insufficientlyInUse = diagnostics.contains(.insufficientlyInUse)
        accuracyLimited = diagnostics.contains(.accuracyLimited)
        locationUnavailable = diagnostics.contains(.locationUnavailable)
        serviceSessionRequired = diagnostics.contains(.serviceSessionRequired)
        stationary = diagnostics.contains(.stationary)
    }

    /// What a widget may know while its timeline is made.
    fileprivate init(_ answer: LocationAnswer) {
        location = try? answer.result.get()
        authorizationDenied = answer == .unauthorized || answer == .notWanted
        insufficientlyInUse = answer == .notAvailable(.insufficientlyInUse)
        locationUnavailable = answer == .notAvailable(.locationUnknown)
        authorizationDeniedGlobally = false
        authorizationRestricted = false
        authorizationRequestInProgress = false
        accuracyLimited = false
        serviceSessionRequired = false
        stationary = false
    }

    /// Returns the updates, which begin when they are iterated and end when the iteration does.
    ///
    /// If the person has not decided about the app yet, the service asks. In a program that makes widgets there is one update,
    /// with what came with the request for the timeline.
    ///
    /// - Returns: The updates. An iteration throws ``CLError`` if the service is not there at the start or refuses the app.
    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
        let activity: LocationActivity =
            switch configuration {
            case .default: .other
            case .automotiveNavigation: .automotive
            case .otherNavigation, .maritime: .otherNavigation
            case .fitness: .fitness
            case .airborne: .airborne
            }
        if let knowledge = RunningApp.shared.widgetKnowledge(since: nil) {
            return Updates(source: .widget(knowledge))
        }
        return Updates(
            source: .service(LocationUpdate.liveUpdates(Waymark.LiveConfiguration(activity: activity)))
        )
    }

    /// The updates.
    public struct Updates: AsyncSequence, Sendable {
        fileprivate enum Source: Sendable {
            case service(ServiceEvents<LocationUpdate>)
            case widget(RunningApp.WidgetKnowledge)
        }

        fileprivate let source: Source

        /// An iteration.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate enum Source {
                case service(ServiceEvents<LocationUpdate>.AsyncIterator)
                case widget(RunningApp.WidgetKnowledge?)
            }

            fileprivate var source: Source

            /// Returns the next update; `nil` when the task is cancelled, and in a widget after the only one.
            public mutating func next() async throws -> CLLocationUpdate? {
                switch source {
                case .service(var updates):
                    do throws(ClientError) {
                        return try await updates.next().map { CLLocationUpdate($0) }
                    } catch { throw CLError(error) }
                case .widget(.answer(let answer)?):
                    source = .widget(nil)
                    return CLLocationUpdate(answer)
                case .widget(.nothing(let error)?):
                    complain(error.localizedDescription)
                    throw error
                case .widget(nil): return nil
                }
            }
        }

        /// Begins the updates.
        public func makeAsyncIterator() -> AsyncIterator {
            switch source {
            case .service(let updates): AsyncIterator(source: .service(updates.makeAsyncIterator()))
            case .widget(let knowledge): AsyncIterator(source: .widget(knowledge))
            }
        }
    }
}
