import LinuxSystem
import LocationModel
import MessageBus
import WaymarkInterfaces

/// A client object, which only its program finds: the program's settings, permission and locations.
final class Client {
    /// The most locations that can be read: GeoClue keeps one for 5 s, and receivers report up to 20 a
    /// second.
    private static let keptLocations = 100

    /// The longest time for which a call of `Start` waits for the person's answer.
    ///
    /// Firefox treats a refusal as final and turns to its own network service. The bus itself ends a call
    /// after 25 s.
    private static let longestHold: Duration = .seconds(20)

    /// The most calls of one client that may wait; the limit of a user's streams bounds the clients that
    /// wait.
    private static let heldCalls = 8

    let path: String
    let peer: Peer
    private unowned let bridge: Bridge

    /// Whether the program has stopped it and not started it again.
    private(set) var hasEnded = false

    /// The record from which the next bridge restores it after this one was killed or replaced.
    var record: KeptClients.Record {
        didSet {
            guard record != oldValue else { return }
            bridge.hasChanges = true
            guard isActive != (oldValue.activity == .active) else { return }
            announce("Active", .boolean(isActive))
            bridge.announceUse()
        }
    }

    /// The calls of `Start` that wait for Waymark's first answer, or for the person's.
    private var starts: [(call: BusCall, at: ContinuousClock.Instant)] = []

    /// The stream from Waymark; `nil` while it is stopped.
    private var stream: LocationStream?

    private var coarsener = LocationCoarsener(.none)
    private var filter = UpdateFilter()
    private var locations: [(path: String, place: ToldLocation)] = []
    private var lastLocation = -1

    var isActive: Bool { record.activity == .active }
    var settings: KeptClients.Settings { record.settings }

    init(_ record: KeptClients.Record, of peer: Peer, on bridge: Bridge) {
        self.record = record
        path = "\(Bridge.clientsPath)/\(record.number)"
        self.peer = peer
        self.bridge = bridge
    }

    // MARK: Across restarts

    /// Restores its activity in the previous bridge, without the program's help.
    func resume(_ activity: KeptClients.Activity) throws(BusError) {
        // Programs compare the paths of locations, so none may be used again.
        lastLocation = Int(WallClock.nanosecondsSinceEpoch / 1000)
        guard activity != .stopped, AppIdentifier(settings.desktopID) != nil else { return }
        coarsener = LocationCoarsener(settings.level)
        let unanswered = LocationStream.State.withheld(text: "Waymark has not answered yet")
        stream = try LocationStream(for: self, on: bridge, activity == .active ? .allowed : unanswered)
        record.activity = activity
    }

    // MARK: Calls

    private func start(_ call: BusCall) throws(BusError) {
        let now = ContinuousClock.now
        hasEnded = false
        guard AppIdentifier(settings.desktopID) != nil else {
            let problem =
                settings.desktopID.isEmpty
                ? "DesktopId must be set before Start"
                : "DesktopId may have ASCII letters, digits, '.', '-' and '_'"
            throw BusError(.accessDenied, problem)
        }
        switch stream?.state {
        case .asking where starts.count >= Self.heldCalls:
            throw BusError(.limitsExceeded, "Start was called too often")
        case .withheld(let text, _, let isAsked) where !isAsked || starts.count >= Self.heldCalls:
            throw BusError(.accessDenied, text)
        case .asking, .withheld: starts.append((call, now))
        case .allowed where isActive: call.reply()
        case .allowed, nil:
            if stream == nil {
                record.settings.level = AccuracyLevel(requested: settings.requestedLevel) ?? .none
            }
            // The old stream has sent the location before the program called Start again, and an area comes
            // only once.
            stream?.end()
            stream = nil
            coarsener = LocationCoarsener(settings.level)
            filter = UpdateFilter()
            stream = try LocationStream(for: self, on: bridge)
            starts = [(call, now)]
        }
    }

    private func stop(_ call: BusCall) {
        let wasActive = isActive
        stop(because: "it was stopped")
        hasEnded = true
        if wasActive { bridge.writeChanges() }
        call.reply()
    }

    /// Ends the stream from Waymark, and fails the calls that wait for it.
    func stop(because reason: String) {
        failStarts(BusError(.failed, reason))
        if case .withheld(_, isUndecided: true, _) = stream?.state { stream?.linger() } else { stream?.end() }
        stream = nil
        record.activity = .stopped
    }

    var request: LocationStream.Method {
        LocationStream.Method(
            user: Int(peer.credentials.userID),
            process: Int(peer.credentials.processID),
            app: settings.desktopID,
            accuracy: settings.level.authorization,
            desiredAccuracyMeters: settings.level.desiredAccuracyMeters,
            distanceFilterMeters: settings.distanceThreshold == 0 ? nil : Double(settings.distanceThreshold),
            minimumIntervalSeconds: settings.timeThreshold == 0
                ? nil : min(Double(settings.timeThreshold), 86_400)
        )
    }

    // MARK: Waymark's stream

    func receive(_ reply: LocationStream.Method.Reply, at now: ContinuousClock.Instant) {
        let text = reply.text ?? "there is no location"
        guard !reply.isWithheld else {
            let refusal = reply.isUndecided ? text + "; Start can be called again after the answer" : text
            let isAsked = reply.hasAgent == true
            stream?.state = .withheld(text: refusal, isUndecided: reply.isUndecided, isAsked: isAsked)
            if !isAsked { refuseHeld() }
            if isActive { record.activity = .withheld }
            return
        }
        stream?.state = .allowed
        // A program whose Start was refused has not been active. It must start again.
        if !starts.isEmpty || record.activity == .withheld { record.activity = .active }
        // A program does not call Start again after a kill of the bridge: the next one must know that it was
        // accepted.
        if !starts.isEmpty { bridge.writeChanges() }
        for start in starts { start.call.reply() }
        starts = []
        guard let location = reply.location else { return describe(text) }
        if isActive { tell(location, reply.diagnostics ?? [], at: now) }
    }

    /// When the calls that wait for the person's answer have waited long enough; `nil` if there are none.
    var heldUntil: ContinuousClock.Instant? {
        guard case .withheld = stream?.state else { return nil }
        return starts.first.map { $0.at + Self.longestHold }
    }

    /// Refuses the calls that wait for the person's answer.
    func refuseHeld() {
        guard case .withheld(let text, _, _) = stream?.state else { return }
        failStarts(BusError(.accessDenied, text))
    }

    private func failStarts(_ error: BusError) {
        for start in starts { start.call.fail(error) }
        starts = []
    }

    private func tell(
        _ location: LocationInterface.Location,
        _ diagnostics: [LiveDiagnostic],
        at now: ContinuousClock.Instant
    ) {
        let isArea = diagnostics.contains(.accuracyLimited)
        let isCoarse = isArea || settings.level.gridRowsPerDegree != nil
        // The last known one, because there is none now.
        let isLast = diagnostics.contains(.locationUnavailable)
        let microseconds = WallClock.nanosecondsSinceEpoch / 1000
        let place = coarsener.location(for: location, isArea: isArea, isLast: isLast, at: microseconds)
        let coordinate = place.location.coordinate
        guard filter.take(coordinate, isArea: isCoarse, isLast: isLast, beyond: settings, at: now)
        else { return }
        let old = locationPath
        lastLocation += 1
        locations.append(("\(path)/Location/\(lastLocation)", place))
        if locations.count > Self.keptLocations { locations.removeFirst() }
        // The signal that programs wait for goes first, as from GeoClue. A failure is the end of the bus,
        // which the loop notices.
        try? bridge.bus.emit(
            "LocationUpdated",
            of: Self.interface.name,
            at: path,
            [.path(old), .path(locationPath)],
            to: peer.name
        )
        announce("Location", .path(locationPath))
    }

    /// Announces in the description of the last location why there is no newer one.
    private func describe(_ text: String) {
        guard let index = locations.indices.last, locations[index].place.description != text else { return }
        locations[index].place.description = text
        try? bridge.bus.announce(
            ["Description": .string(text)],
            of: ToldLocation.interface.name,
            at: locationPath,
            to: peer.name
        )
    }

    private var locationPath: String { locations.last?.path ?? "/" }

    /// Returns a location that can still be read; programs read the last one.
    func location(at path: String) -> ToldLocation? { locations.last { $0.path == path }?.place }

    // MARK: The interface

    static let interface = BusInterface<Client>(
        "org.freedesktop.GeoClue2.Client",
        [
            .method("Start") { client, call throws(BusError) in try client.start(call) },
            .method("Stop") { $0.stop($1) },
            .signal("LocationUpdated", "oo"),
            .property("Location", "o") { .path($0.locationPath) },
            .property("Active", "b") { .boolean($0.isActive) },
            .property("DesktopId", "s") {
                .string($0.settings.desktopID)
            } set: { client, value throws(BusError) in
                let text = value.text ?? ""
                guard text.utf8.count <= 255 else {
                    throw BusError(.invalidArguments, "DesktopId is too long")
                }
                client.record.settings.desktopID = text
                client.announce("DesktopId", value)
            },
            number("RequestedAccuracyLevel", \.requestedLevel) { client, number throws(BusError) in
                guard let level = AccuracyLevel(requested: number) else {
                    throw BusError(.invalidArguments, "RequestedAccuracyLevel must be at most 8")
                }
                client.request(level)
            },
            number("DistanceThreshold", \.distanceThreshold) { client, _ in client.stream?.reopen() },
            number("TimeThreshold", \.timeThreshold) { client, _ in client.stream?.reopen() },
        ]
    )

    /// Returns the property of a number; `set` is called before the number is stored, and may refuse it.
    private static func number(
        _ name: String,
        _ path: any WritableKeyPath<KeptClients.Settings, UInt32> & Sendable,
        _ set: @escaping @Sendable (Client, UInt32) throws(BusError) -> Void
    ) -> BusInterface<Client>.Member {
        .property(name, "u") {
            .uint32($0.settings[keyPath: path])
        } set: { client, value throws(BusError) in
            let number = UInt32(clamping: value.integer ?? 0)
            try set(client, number)
            client.record.settings[keyPath: path] = number
            client.announce(name, value)
        }
    }

    private func request(_ level: AccuracyLevel) {
        let next = stream == nil ? level : settings.level.coarser(level)
        guard next != settings.level else { return }
        record.settings.level = next
        coarsener = LocationCoarsener(next)
        stream?.reopen()
    }

    private func announce(_ property: String, _ value: BusValue) {
        try? bridge.bus.announce([property: value], of: Self.interface.name, at: path, to: peer.name)
    }
}
