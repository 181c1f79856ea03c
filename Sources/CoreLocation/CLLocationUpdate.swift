// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LinuxSystem
import Waymark

/// An element of live updates: a location, the conditions that explain its absence, or both.
public struct CLLocationUpdate: Hashable, Sendable {
    /// The activity for which the app follows the location; it decides how soon updates pause at rest.
    public enum LiveConfiguration: Int, Hashable, Sendable {
        case `default` = 0
        case automotiveNavigation = 1
        case otherNavigation = 2
        case fitness = 3
        case airborne = 4

        /// On the water, also at anchor; the service treats it like ``otherNavigation``.
        case maritime = 5
    }

    public let location: CLLocation?

    private let diagnostics: Set<LiveDiagnostic>

    /// Whether the person said no, or location services are off.
    public var authorizationDenied: Bool {
        diagnostics.contains(.authorizationDenied) || authorizationDeniedGlobally
    }

    public var authorizationDeniedGlobally: Bool { diagnostics.contains(.authorizationDeniedGlobally) }
    public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }
    public var authorizationRequestInProgress: Bool { diagnostics.contains(.authorizationRequestInProgress) }

    /// Whether the app is not in use: a host says that its windows are hidden.
    public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }

    /// Whether the accuracy is reduced, so that updates are areas and seldom come.
    public var accuracyLimited: Bool { diagnostics.contains(.accuracyLimited) }
    public var locationUnavailable: Bool { diagnostics.contains(.locationUnavailable) }

    /// Whether the app's manifest requires a service session, and the app holds none.
    public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }

    /// Whether this is the last update until the machine moves.
    public var stationary: Bool { diagnostics.contains(.stationary) }
    public var isStationary: Bool { stationary }

    init(_ update: LocationUpdate) {
        location = update.location.map { CLLocation($0) }
        diagnostics = update.diagnostics
    }

    /// Creates the update for a widget while its timeline is made.
    fileprivate init(_ answer: LocationAnswer) {
        location = try? answer.result.get()
        diagnostics =
            switch answer {
            case .unauthorized, .notWanted: [.authorizationDenied]
            case .notAvailable(.insufficientlyInUse): [.insufficientlyInUse]
            case .notAvailable(.locationUnknown): [.locationUnavailable]
            case .location, .notAvailable: []
            }
    }

    /// Returns the updates, which begin when they are iterated and end when the iteration does.
    ///
    /// If the person has not decided about the app yet, the service asks. In a program that makes widgets
    /// there is one update, from the request for the timeline.
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
            return Updates {
                var left = Optional(knowledge)
                return {
                    guard let knowledge = left.take() else { return nil }
                    do { return CLLocationUpdate(try knowledge.get()) } catch {
                        complain(error.localizedDescription)
                        throw error
                    }
                }
            }
        }
        let updates = LocationUpdate.liveUpdates(Waymark.LiveConfiguration(activity: activity))
        return Updates {
            var iterator = updates.makeAsyncIterator()
            return {
                do throws(ClientError) {
                    return try await iterator.next().map { CLLocationUpdate($0) }
                } catch { throw CLError(error) }
            }
        }
    }

    public typealias Updates = CLElements<CLLocationUpdate>
}
