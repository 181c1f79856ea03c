package import LocationModel
import Regions

/// What a program that listens for beacons reports.
package struct BeaconReport: Hashable, Codable, Sendable {
    /// Why it does not listen although it should; `nil` if it listens or need not.
    package var problem: String?

    /// Whether it listens.
    package var isListening: Bool

    /// The beacons that it has heard since its last report.
    package var sightings: [BeaconSighting]

    /// Creates a report.
    package init(isListening: Bool, problem: String? = nil, sightings: [BeaconSighting] = []) {
        self.isListening = isListening
        self.problem = problem
        self.sightings = sightings
    }
}

/// A decision about listening for beacons.
package enum BeaconDecision: Hashable, Sendable {
    /// A program that listens for beacons has connected.
    case feedConnected(SessionIdentifier)

    /// It has disconnected.
    case feedDisconnected(SessionIdentifier)

    /// An app wants to know of beacons, or none does any more.
    case wanted(Bool)

    /// The machine listens for beacons, or does not, perhaps because it cannot.
    case listening(Bool, AvailabilityObstacle?, problem: String?)
}

/// Who listens for beacons, and what was heard.
struct BeaconListening: Hashable, Codable, Sendable {
    /// A program that can listen for beacons.
    struct Feed: Hashable, Codable {
        let user: UserIdentifier

        /// What it was told last; `nil` until the first event.
        var told: Bool?

        var isListening = false
        var problem: String?
    }

    private(set) var feeds: [SessionIdentifier: Feed] = [:]
    var heard = HeardBeacons()

    /// Whether an app wants to know of beacons.
    private(set) var isWanted = false

    /// The app that is named as wanting beacons, or that was the last to want them.
    private var wanter: AppKey?

    /// Notes which app wants to know of beacons, if any, and returns whether that is new or has ended.
    mutating func setWanted(by app: AppKey?) -> Bool {
        if let app { wanter = app }
        defer { isWanted = app != nil }
        return isWanted != (app != nil)
    }

    /// The subject of decisions that apps bring about by wanting to know of beacons.
    ///
    /// Concerning everybody, they would tell others when an app uses beacons, and crowd out what concerns everybody.
    var demandSubject: JournalSubject {
        wanter.map { JournalSubject(app: $0) } ?? JournalSubject(user: .root)
    }

    /// Returns the app to name: the one named before as long as it wants to know of beacons, otherwise any that does.
    func namedApp(among entitled: Set<AppKey>, else streaming: AppKey?) -> AppKey? {
        if let wanter, entitled.contains(wanter) { return wanter }
        return streaming ?? entitled.min()
    }

    mutating func add(_ session: SessionIdentifier, of user: UserIdentifier) {
        feeds[session] = Feed(user: user)
    }

    mutating func remove(_ session: SessionIdentifier) -> Feed? { feeds.removeValue(forKey: session) }

    mutating func update(_ session: SessionIdentifier, _ body: (inout Feed) -> Void) {
        if var feed = feeds[session] {
            body(&feed)
            feeds[session] = feed
        }
    }

    /// Whether a program listens now.
    var isListening: Bool { feeds.values.contains(where: \.isListening) }

    /// Why nobody can listen; `nil` if somebody does, or will soon.
    var obstacle: AvailabilityObstacle? {
        guard !feeds.isEmpty else { return .noBeaconProgram }
        guard !feeds.values.contains(where: { $0.problem == nil }) else { return nil }
        return .bluetoothUnavailable
    }

    /// The problem of the program that connected first, if all have one.
    var problem: String? {
        obstacle == nil ? nil : feeds.min { $0.key < $1.key }?.value.problem
    }
}
