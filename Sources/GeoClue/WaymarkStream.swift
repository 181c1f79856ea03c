import LinuxSystem
import LocationModel
import ServiceClient
import WaymarkInterfaces

/// The locations that Waymark gives for one program, over a connection of their own.
struct WaymarkStream {
    typealias Method = LocationInterface.FollowLocationFor

    /// What Waymark says.
    enum News {
        /// A location.
        case location(LocationInterface.Location, isArea: Bool)

        /// The program may know, but there is no location.
        case unavailable(text: String)

        /// The program gets nothing: not allowed, or not decided yet.
        case withheld(text: String, isUndecided: Bool)
    }

    private let stream: ServiceStream<Method>

    /// Connects to the service and asks for the locations, without waiting for an answer.
    ///
    /// - Parameters:
    ///   - request: For whom and how.
    ///   - socket: The service's socket.
    /// - Throws: ``ServiceError`` if it cannot be reached.
    init(_ request: Method, at socket: String) throws(ServiceError) {
        stream = try ServiceConnection(to: socket).stream(request)
    }

    /// The descriptor to wait for.
    var descriptor: CInt { stream.connection.descriptor }

    /// Returns the next news that has arrived; `nil` if there is none.
    ///
    /// - Throws: ``ServiceError``, which ends the stream.
    func next() throws(ServiceError) -> News? {
        while let reply = try stream.next(timeout: .zero)?.value {
            guard reply.event == .update else { continue }
            let diagnostics = reply.diagnostics ?? []
            let text = reply.text ?? "there is no location"
            if diagnostics.contains(where: \.withholds) {
                return .withheld(text: text, isUndecided: diagnostics.contains(where: \.isUndecided))
            }
            if let location = reply.location {
                return .location(location, isArea: diagnostics.contains(.accuracyLimited))
            }
            return .unavailable(text: text)
        }
        return nil
    }

    /// Ends the stream.
    func close() { stream.connection.close() }
}

extension LocationInterface.Diagnostic {
    /// Whether the program gets no locations for this reason.
    fileprivate var withholds: Bool {
        switch self {
        case .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
            .authorizationDeniedGlobally, .authorizationRestricted, .insufficientlyInUse,
            .serviceSessionRequired:
            true
        case .alwaysAuthorizationDenied, .accuracyLimited, .fullAccuracyDenied, .locationUnavailable,
            .headingUnavailable, .beaconsUnavailable, .stationary:
            false
        }
    }

    /// Whether the person has not decided yet.
    fileprivate var isUndecided: Bool {
        self == .authorizationNotDetermined || self == .authorizationRequestInProgress
    }
}
