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
        /// There is no answer yet.
        case asking
        case allowed

        /// An agent asks the person if `isAsked`, so that `Start` may wait.
        case withheld(text: String, isUndecided: Bool, isAsked: Bool)
    }

    /// The number of locations that can be read: those of GeoClue can for 5 s, and receivers tell up to 20 a second.
    private static let keptLocations = 100

    let number: Int
    let peer: Peer
    private unowned let bridge: Bridge

    private var desktopID = "" {
        didSet { if desktopID == Interfaces.portalDesktopID { peer.isPortal = true } }
    }
    private var requestedLevel: UInt32 = 0

    /// The coarsest level that the program has requested since it was stopped.
    ///
    /// The person is asked about that one, so a finer one counts from the next Start only.
    private var level = AccuracyLevel.none
    private var distanceThreshold: UInt32 = 0 {
        didSet { filter.distanceMeters = Double(distanceThreshold) }
    }
    private var timeThreshold: UInt32 = 0 {
        didSet { filter.interval = .seconds(Int64(timeThreshold)) }
    }

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

    private var coarsener = LocationCoarsener(.none)
    private var filter = UpdateFilter()
    private var locations: [(number: Int, place: ToldLocation)] = []
    private var lastLocation = -1

    init(number: Int, of peer: Peer, on bridge: Bridge) {
        self.number = number
        self.peer = peer
        self.bridge = bridge
    }

    var path: String { "\(Interfaces.clientsPath)/\(number)" }

    // MARK: Across restarts

    /// What the next bridge must know of it after this one was killed or replaced.
    var record: KeptClients.Record {
        KeptClients.Record(
            number: number,
            peer: peer.name,
            isOwn: peer.ownClient == number,
            activity: isActive ? .active : hasBeenActive ? .withheld : .stopped,
            level: requestedLevel,
            coarsestLevel: level.rawValue,
            distanceThreshold: distanceThreshold,
            timeThreshold: timeThreshold,
            // Whoever has none that is valid must set another before Start.
            desktopID: AppIdentifier(desktopID) == nil ? "" : desktopID
        )
    }

    /// Takes up what it was in the bridge before, without the program's help.
    func resume(_ record: KeptClients.Record) throws(BusError) {
        desktopID = record.desktopID
        requestedLevel = record.level
        level = AccuracyLevel(requested: record.coarsestLevel) ?? .none
        distanceThreshold = record.distanceThreshold
        timeThreshold = record.timeThreshold
        // Programs compare the paths of locations, so none may come again.
        lastLocation = Int(WallClock.nanosecondsSinceEpoch / 1000)
        guard record.activity != .stopped, AppIdentifier(desktopID) != nil else { return }
        coarsener = LocationCoarsener(level)
        try bridge.streams.resume(for: self)
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
        guard AppIdentifier(desktopID) != nil else {
            let problem =
                desktopID.isEmpty
                ? "DesktopId must be set before Start"
                : "DesktopId may have ASCII letters, digits, '.', '-' and '_'"
            return call.fail(BusError(.accessDenied, problem))
        }
        switch state {
        case .asking where starts.count < HeldStarts.callsPerClient: starts.append(call)
        case .asking: call.fail(BusError(.limitsExceeded, "Start was called too often"))
        case .allowed:
            let wasActive = isActive
            activate()
            // A program does not start again after a bridge that is killed: the next one must know what it was told.
            if !wasActive { bridge.writeChanges() }
            call.reply()
            if let pending { tell(pending, at: .now) }
        case .withheld(let text, _, let isAsked):
            guard isAsked, starts.count < HeldStarts.callsPerClient else {
                return call.fail(BusError(.accessDenied, text))
            }
            if starts.isEmpty { startedAt = .now }
            starts.append(call)
            hold()
        case .stopped:
            do throws(BusError) {
                startedAt = .now
                level = AccuracyLevel(requested: requestedLevel) ?? .none
                coarsener = LocationCoarsener(level)
                filter.reset()
                try bridge.streams.open(for: self)
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
        if case .withheld(_, isUndecided: true, _) = state {
            bridge.streams.linger(for: self)
        } else {
            bridge.streams.close(for: self)
        }
        state = .stopped
        pending = nil
        setActive(false)
    }

    var request: StreamTable.Method {
        StreamTable.Method(
            user: Int(peer.credentials.userID),
            process: Int(peer.credentials.processID),
            app: desktopID,
            accuracy: level.authorization,
            desiredAccuracyMeters: level.desiredAccuracyMeters,
            distanceFilterMeters: distanceThreshold == 0 ? nil : Double(distanceThreshold),
            minimumIntervalSeconds: timeThreshold == 0 ? nil : min(Double(timeThreshold), 86_400)
        )
    }

    // MARK: Waymark's stream

    func receive(_ event: StreamEvent, at now: ContinuousClock.Instant) {
        switch event {
        case .withheld(let text, let isUndecided, let hasAgent):
            let refusal = isUndecided ? text + "; Start can be called again after the answer" : text
            state = .withheld(text: refusal, isUndecided: isUndecided, isAsked: hasAgent)
            if starts.isEmpty || !hasAgent { refuseHeld() } else { hold() }
            pending = nil
            setActive(false)
        case .unavailable(let text):
            allow()
            describe(text)
        case .location(let given):
            allow()
            if isActive { tell(given, at: now) } else { pending = given }
        }
    }

    /// Gives up waiting for Waymark's answer.
    func fail(_ problem: String) {
        guard case .asking = state else { return }
        stop(because: problem)
    }

    /// Has the calls wait for the person's answer, or refuses them if they may not.
    private func hold() {
        if !bridge.held.hold(number, of: peer.name, since: startedAt, at: .now) { refuseHeld() }
    }

    /// Refuses the calls that wait for the person's answer, as none may be told before it.
    func refuseHeld() {
        guard case .withheld(let text, _, _) = state else { return }
        failStarts(BusError(.accessDenied, text))
    }

    private func failStarts(_ error: BusError) {
        for call in starts { call.fail(error) }
        starts = []
        bridge.held.release(number)
    }

    private func allow() {
        let wasWithheld = if case .withheld = state { true } else { false }
        state = .allowed
        // A program whose Start was refused has not been active. It must start again.
        if !starts.isEmpty || wasWithheld && hasBeenActive { activate() }
        if !starts.isEmpty { bridge.writeChanges() }
        for call in starts { call.reply() }
        starts = []
        bridge.held.release(number)
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
        let isCoarse = given.isArea || level.gridRowsPerDegree != nil
        let place = coarsener.location(
            for: given.location,
            isArea: given.isArea,
            isLast: given.isLast,
            at: given.microsecondsSinceEpoch
        )
        guard filter.take(place, isArea: isCoarse, isLast: given.isLast, at: now) else { return }
        let old = locationPath
        lastLocation += 1
        locations.append((lastLocation, place))
        if locations.count > Self.keptLocations { locations.removeFirst() }
        // What programs wait for goes first, as GeoClue sends it.
        bridge.emit(
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
        bridge.announce(
            ["Description": .string(text)],
            of: Interfaces.location.name,
            at: locationPath,
            to: peer.name
        )
    }

    private var locationPath: String {
        locations.last.map { "\(path)/Location/\($0.number)" } ?? "/"
    }

    /// Returns a location that can still be read; programs read the last one.
    func location(_ number: Int) -> ToldLocation? { locations.last { $0.number == number }?.place }

    // MARK: Properties

    func value(of property: BusProperty) throws(BusError) -> BusValue {
        switch property.name {
        case "Location": return .path(locationPath)
        case "DistanceThreshold": return .uint32(distanceThreshold)
        case "TimeThreshold": return .uint32(timeThreshold)
        case "DesktopId": return .string(desktopID)
        case "RequestedAccuracyLevel": return .uint32(requestedLevel)
        default: return .boolean(isActive)
        }
    }

    func set(_ property: BusProperty, to value: BusValue) throws(BusError) {
        switch (property.name, value) {
        case ("DesktopId", .string(let text)):
            guard text.utf8.count <= 255 else { throw BusError(.invalidArguments, "DesktopId is too long") }
            desktopID = text
        case ("RequestedAccuracyLevel", .uint32(let number)):
            guard let level = AccuracyLevel(requested: number) else {
                throw BusError(.invalidArguments, "RequestedAccuracyLevel must be at most 8")
            }
            requestedLevel = number
            request(level)
        case ("DistanceThreshold", .uint32(let meters)):
            distanceThreshold = meters
            bridge.streams.reopen(for: self)
        case ("TimeThreshold", .uint32(let seconds)):
            timeThreshold = seconds
            bridge.streams.reopen(for: self)
        default: throw BusError(.invalidArguments, "\(property.name) has another type")
        }
        bridge.keep(self)
        announce(property.name, value)
    }

    private func request(_ level: AccuracyLevel) {
        guard case .stopped = state else {
            let coarsest = self.level.coarser(level)
            guard coarsest != self.level else { return }
            self.level = coarsest
            coarsener = LocationCoarsener(coarsest)
            return bridge.streams.reopen(for: self)
        }
        self.level = level
    }

    private func announce(_ property: String, _ value: BusValue) {
        bridge.announce([property: value], of: Interfaces.client.name, at: path, to: peer.name)
    }
}
