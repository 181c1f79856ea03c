import LinuxSystem
import Varlink
import WaymarkInterfaces

/// The location service of this machine.
///
/// Methods that call it throw `ClientError.cannotConnect` if it does not run.
public struct WaymarkService: Hashable, Sendable {
    /// The path of the service's socket.
    public let socketPath: String

    /// Names the service by its socket; nothing is connected yet.
    ///
    /// - Parameter socketPath: The path of the socket. If `nil`, the value of the environment variable `WAYMARK_SOCKET`;
    ///   without that, the socket of the installed service.
    public init(socketPath: String? = nil) {
        self.socketPath = ServiceAddress.path(socketPath)
    }

    /// Returns the location once.
    ///
    /// The service answers at once if it has a location that is young and accurate enough, or if the app is not authorized.
    /// Otherwise it searches until a receiver gives a location that is accurate enough, at most until the deadline; then it
    /// answers with the most accurate location since the call. The app is in use while its call waits.
    ///
    /// ```swift
    /// do {
    ///     let place = try await WaymarkService().location(for: "org.example.Weather")
    ///     print(place.coordinate.latitudeDegrees, place.coordinate.longitudeDegrees)
    /// } catch ClientError.noLocation(let absence, _) where absence.reason == .notDetermined {
    ///     print("Not decided yet: ask with LocationManager.requestWhenInUseAuthorization().")
    /// }
    /// ```
    ///
    /// Cancelling the task closes the request's connection, which ends the search.
    ///
    /// - Parameters:
    ///   - app: The identifier of the app that asks.
    ///   - desiredAccuracyMeters: The radius of the 68 % circle that ends the search before the deadline; `nil` for any.
    ///   - maximumAge: The age up to which the service's latest location is returned at once.
    ///   - deadline: How long to search, more than 0 and at most 300 seconds.
    /// - Returns: The location; under reduced accuracy, an area some kilometres wide.
    /// - Throws: `ClientError`: `ClientError.noLocation` with the reason if there is none,
    ///   `ClientError.cancelled` if the task was cancelled.
    public func location(
        for app: String,
        desiredAccuracyMeters: Double? = nil,
        maximumAge: Duration = .seconds(5),
        deadline: Duration = .seconds(10)
    ) async throws(ClientError) -> Location {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        let request = LocationInterface.GetLocation(
            app: app,
            desiredAccuracyMeters: desiredAccuracyMeters.flatMap { $0.isFinite ? $0 : nil },
            maximumAgeSeconds: maximumAge.inSeconds,
            deadlineSeconds: deadline.inSeconds
        )
        let reply: LocationInterface.GetLocation.Reply
        do throws(ClientError) {
            // The service refuses a deadline that is out of range.
            let longest = min(max(deadline, .zero), .seconds(300))
            reply = try await call(request, within: longest + ServiceConnection.patience)
        } catch {
            // A connection that a cancellation closed is no failure of the service.
            throw Task.isCancelled ? .cancelled : error
        }
        switch (reply.location, reply.absence) {
        case (let location?, nil): return location
        case (nil, let absence?): throw .noLocation(absence, text: reply.text)
        default: throw .protocolViolation("a reply with both a location and a reason for none, or neither")
        }
    }

    /// Serves kinds of widgets, at least one: registers them and returns the events of their provider.
    ///
    /// Each iteration of the sequence is one provider. It connects again when the service restarts and ends when its task
    /// is cancelled. ``WidgetExtension`` does all of this for a ``TimelineProvider``.
    public func serve(app: String, kinds: [KindDeclaration]) -> ServiceEvents<ProviderEvent> {
        ServiceEvents {
            var session: ProviderSession?
            let stream = ReconnectingStream(
                WidgetsInterface.Serve(app: app, kinds: kinds.map(\.parameters)),
                of: self,
                prepare: { () throws(ClientError) in
                    guard AppIdentifier(app) != nil else { throw .invalidName(app) }
                    try kinds.check()
                },
                lost: { .disconnected($0, retryIn: $1) },
                decode: { (reply) throws(ClientError) in
                    try ProviderEvent(reply, in: &session, of: self)
                }
            )
            return { () async throws(ClientError) in try await stream.next() }
        }
    }

    /// Watches the service's receivers: all of them, in the order of its configuration, at first and after each change.
    ///
    /// An iteration also throws `ClientError` if the service goes away.
    public func receivers() -> ServiceEvents<[ReceiverStatus]> {
        ServiceEvents {
            var receivers: [Int: ReceiverStatus]?
            let stream = self.stream(
                InspectInterface.WatchReceivers(),
                for: nil,
                lost: { (error, _) throws(ClientError) in throw error }
            ) { (reply) -> [ReceiverStatus]? in
                if reply.receivers.isEmpty, receivers != nil { return nil }
                var all = receivers ?? [:]
                for receiver in reply.receivers { all[receiver.number] = ReceiverStatus(told: receiver) }
                receivers = all
                return all.values.sorted { $0.id < $1.id }
            }
            return { () async throws(ClientError) in try await stream.next() }
        }
    }
}

/// The declaration of a kind of widget by its provider.
public struct KindDeclaration: Hashable, Sendable {
    /// The declaration as the service gets it.
    var parameters: WidgetsInterface.KindDeclaration

    /// The kind's name, unique within the app.
    public var kind: String { parameters.kind }

    /// Whether the timelines of the kind depend on the location.
    public var wantsLocation: Bool { parameters.wantsLocation }

    /// Declares a kind with a placeholder, which hosts show while there is nothing else.
    ///
    /// - Parameters:
    ///   - kind: The kind's name, unique within the app.
    ///   - wantsLocation: Whether the timelines of the kind depend on the location.
    ///   - placeholder: An entry without data of a person, at most 4 KiB when encoded. Its date does not count.
    /// - Throws: `ClientError.notEncodable` if the entry cannot be sent.
    public init(
        kind: String,
        wantsLocation: Bool,
        placeholder: (some TimelineEntry)?
    ) throws(ClientError) {
        self.init(kind: kind, wantsLocation: wantsLocation)
        if let placeholder { parameters.placeholder = try content(of: placeholder, at: 0) }
    }

    /// Declares a kind.
    public init(kind: String, wantsLocation: Bool) {
        parameters = .init(kind: kind, wantsLocation: wantsLocation)
    }
}
