import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import WaymarkInterfaces

/// A client object, which only its program finds: what that wants, may get, and was told.
final class Client: BusObject {
    /// What the stream from Waymark has shown so far.
    enum State {
        case stopped
        case asking
        case allowed

        /// An agent asks the person if `isAsked`, so that `Start` may wait.
        case withheld(text: String, isUndecided: Bool, isAsked: Bool)
    }

    /// The number of locations that can be read: those of GeoClue can for 5 s, and receivers tell up to 20 a second.
    private static let keptLocations = 100

    /// The longest time for which a call of `Start` waits for the person's answer.
    ///
    /// Firefox takes a refusal for good and goes to its own network service. The bus itself ends a call after 25 s.
    private static let longestHold: Duration = .seconds(20)

    /// The clients of one program, and the calls of one client, that may wait at once.
    private static let (holdingClients, heldCalls) = (8, 8)

    let number: Int
    let path: String
    let peer: Peer
    private unowned let bridge: Bridge

    private(set) var settings = KeptClients.Settings()
    private(set) var state = State.stopped

    /// Whether the program has stopped it and not started it again.
    private(set) var hasEnded = false
    private(set) var isActive = false

    /// The calls of `Start` that wait for Waymark's first answer, or for the person's.
    private var starts: [BusCall] = []

    /// The time of the first of them.
    private var startedAt = ContinuousClock.now

    /// The location that came before the program called `Start` again: an area that stays the same comes only once.
    private var pending: GivenLocation?

    private var stream: LocationStream?

    private var coarsener = LocationCoarsener(.none)
    private var filter = UpdateFilter()
    private var locations: [(path: String, place: ToldLocation)] = []
    private var lastLocation = -1

    init(number: Int, of peer: Peer, on bridge: Bridge) {
        self.number = number
        path = "\(Interfaces.clientsPath)/\(number)"
        self.peer = peer
        self.bridge = bridge
    }

    // MARK: Across restarts

    /// What the next bridge must know of it after this one was killed or replaced.
    var record: KeptClients.Record {
        KeptClients.Record(
            number: number,
            peer: peer.name,
            isOwn: peer.ownClient === self,
            activity: isActive ? .active : hasBeenActive ? .withheld : .stopped,
            settings: settings
        )
    }

    /// Takes up what it was in the bridge before, without the program's help.
    func resume(_ record: KeptClients.Record) throws(BusError) {
        settings = record.settings
        // Programs compare the paths of locations, so none may come again.
        lastLocation = Int(WallClock.nanosecondsSinceEpoch / 1000)
        guard record.activity != .stopped, AppIdentifier(settings.desktopID) != nil else { return }
        coarsener = LocationCoarsener(settings.level)
        let stream = try LocationStream(for: self, on: bridge)
        stream.open()
        self.stream = stream
        if record.activity == .active {
            state = .allowed
            activate()
        } else {
            state = .withheld(text: "Waymark has not answered yet", isUndecided: false, isAsked: false)
            hasBeenActive = true
        }
    }

    // MARK: Calls

    func handle(_ call: BusCall) {
        switch call.message.member {
        case "Start": start(call)
        default:
            let wasActive = isActive
            stop(because: "it was stopped")
            hasEnded = true
            if wasActive { bridge.writeChanges() }
            call.reply()
        }
    }

    private func start(_ call: BusCall) {
        hasEnded = false
        guard AppIdentifier(settings.desktopID) != nil else {
            let problem =
                settings.desktopID.isEmpty
                ? "DesktopId must be set before Start"
                : "DesktopId may have ASCII letters, digits, '.', '-' and '_'"
            return call.fail(BusError(.accessDenied, problem))
        }
        switch state {
        case .asking where starts.count < Self.heldCalls: starts.append(call)
        case .asking: call.fail(BusError(.limitsExceeded, "Start was called too often"))
        case .allowed:
            let wasActive = isActive
            activate()
            // A program does not start again after a bridge that is killed: the next one must know what it was told.
            if !wasActive { bridge.writeChanges() }
            call.reply()
            if let pending { tell(pending, at: .now) }
        case .withheld(let text, _, let isAsked):
            guard isAsked, starts.count < Self.heldCalls else {
                return call.fail(BusError(.accessDenied, text))
            }
            if starts.isEmpty { startedAt = .now }
            starts.append(call)
            if !mayHold { refuseHeld() }
        case .stopped:
            do throws(BusError) {
                startedAt = .now
                settings.level = AccuracyLevel(requested: settings.requestedLevel) ?? .none
                coarsener = LocationCoarsener(settings.level)
                filter.reset()
                let stream = try LocationStream(for: self, on: bridge)
                try stream.connect()
                self.stream = stream
                state = .asking
                starts = [call]
            } catch {
                call.fail(error)
            }
        }
    }

    /// Ends the stream from Waymark, and what waits for it.
    func stop(because reason: String) {
        failStarts(BusError(.failed, reason))
        if case .withheld(_, isUndecided: true, _) = state { stream?.linger() } else { stream?.end() }
        stream = nil
        state = .stopped
        pending = nil
        setActive(false)
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
            state = .withheld(text: refusal, isUndecided: reply.isUndecided, isAsked: isAsked)
            if !isAsked || !mayHold { refuseHeld() }
            pending = nil
            return setActive(false)
        }
        allow()
        guard let location = reply.location else { return describe(text) }
        let diagnostics = reply.diagnostics ?? []
        let given = GivenLocation(
            location: location,
            isArea: diagnostics.contains(.accuracyLimited),
            isLast: diagnostics.contains(.locationUnavailable)
        )
        if isActive { tell(given, at: now) } else { pending = given }
    }

    /// When the calls that wait for the person's answer have waited long enough; `nil` if there are none.
    var heldUntil: ContinuousClock.Instant? {
        guard case .withheld = state, !starts.isEmpty else { return nil }
        return startedAt + Self.longestHold
    }

    private var mayHold: Bool {
        let others = peer.clients.values.count { $0 !== self && $0.heldUntil != nil }
        return .now < startedAt + Self.longestHold && others < Self.holdingClients
    }

    /// Refuses the calls that wait for the person's answer, as none may be told before it.
    func refuseHeld() {
        guard case .withheld(let text, _, _) = state else { return }
        failStarts(BusError(.accessDenied, text))
    }

    private func failStarts(_ error: BusError) {
        for call in starts { call.fail(error) }
        starts = []
    }

    private func allow() {
        let wasWithheld = if case .withheld = state { true } else { false }
        state = .allowed
        // A program whose Start was refused has not been active. It must start again.
        if !starts.isEmpty || wasWithheld && hasBeenActive { activate() }
        if !starts.isEmpty { bridge.writeChanges() }
        for call in starts { call.reply() }
        starts = []
    }

    /// Whether the program was active since its last Stop, so that it goes on when it is allowed again.
    private var hasBeenActive = false

    private func activate() {
        hasBeenActive = true
        setActive(true)
    }

    private func setActive(_ value: Bool) {
        if case .stopped = state, hasBeenActive {
            hasBeenActive = false
            bridge.keep(self)
        }
        guard value != isActive else { return }
        isActive = value
        bridge.keep(self)
        announce("Active", .boolean(value))
        bridge.countActive(value ? 1 : -1)
    }

    private func tell(_ given: GivenLocation, at now: ContinuousClock.Instant) {
        pending = nil
        let isCoarse = given.isArea || settings.level.gridRowsPerDegree != nil
        let place = coarsener.location(
            for: given.location,
            isArea: given.isArea,
            isLast: given.isLast,
            at: given.microsecondsSinceEpoch
        )
        filter.distanceMeters = Double(settings.distanceThreshold)
        filter.interval = .seconds(Int64(settings.timeThreshold))
        guard filter.take(place, isArea: isCoarse, isLast: given.isLast, at: now) else { return }
        let old = locationPath
        lastLocation += 1
        locations.append(("\(path)/Location/\(lastLocation)", place))
        if locations.count > Self.keptLocations { locations.removeFirst() }
        // What programs wait for goes first, as GeoClue sends it. A failure is the end of the bus, which the loop notices.
        try? bridge.bus.emit(
            "LocationUpdated",
            of: Interfaces.client.name,
            at: path,
            [.path(old), .path(locationPath)],
            to: peer.name
        )
        announce("Location", .path(locationPath))
    }

    /// Says at the last location why there is no newer one.
    private func describe(_ text: String) {
        guard let index = locations.indices.last, locations[index].place.description != text else { return }
        locations[index].place.description = text
        try? bridge.bus.announce(
            ["Description": .string(text)],
            of: Interfaces.location.name,
            at: locationPath,
            to: peer.name
        )
    }

    private var locationPath: String { locations.last?.path ?? "/" }

    /// Returns a location that can still be read; programs read the last one.
    func location(at path: String) -> ToldLocation? { locations.last { $0.path == path }?.place }

    // MARK: Properties

    func value(of property: BusProperty) throws(BusError) -> BusValue {
        switch property.name {
        case "Location": return .path(locationPath)
        case "DistanceThreshold": return .uint32(settings.distanceThreshold)
        case "TimeThreshold": return .uint32(settings.timeThreshold)
        case "DesktopId": return .string(settings.desktopID)
        case "RequestedAccuracyLevel": return .uint32(settings.requestedLevel)
        default: return .boolean(isActive)
        }
    }

    func set(_ property: BusProperty, to value: BusValue) throws(BusError) {
        switch (property.name, value) {
        case ("DesktopId", .string(let text)):
            guard text.utf8.count <= 255 else { throw BusError(.invalidArguments, "DesktopId is too long") }
            settings.desktopID = text
        case ("RequestedAccuracyLevel", .uint32(let number)):
            guard let level = AccuracyLevel(requested: number) else {
                throw BusError(.invalidArguments, "RequestedAccuracyLevel must be at most 8")
            }
            settings.requestedLevel = number
            request(level)
        case ("DistanceThreshold", .uint32(let meters)):
            settings.distanceThreshold = meters
            stream?.reopen()
        case ("TimeThreshold", .uint32(let seconds)):
            settings.timeThreshold = seconds
            stream?.reopen()
        default: throw BusError(.invalidArguments, "\(property.name) has another type")
        }
        bridge.keep(self)
        announce(property.name, value)
    }

    private func request(_ level: AccuracyLevel) {
        let isStopped = if case .stopped = state { true } else { false }
        let next = isStopped ? level : settings.level.coarser(level)
        guard next != settings.level else { return }
        settings.level = next
        coarsener = LocationCoarsener(next)
        stream?.reopen()
    }

    private func announce(_ property: String, _ value: BusValue) {
        try? bridge.bus.announce([property: value], of: Interfaces.client.name, at: path, to: peer.name)
    }
}

private struct GivenLocation {
    let location: LocationInterface.Location
    let isArea: Bool

    /// Whether it is the last known one, because there is none now.
    let isLast: Bool

    /// The time at which it arrived, in microseconds since 1970.
    let microsecondsSinceEpoch = WallClock.nanosecondsSinceEpoch / 1000
}
