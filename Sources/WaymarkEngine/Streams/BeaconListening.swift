package import LocationModel
import Regions

package struct BeaconReport: Hashable, Codable, Sendable {
    /// The reason why it does not listen although it should; `nil` if it listens or need not.
    package var problem: String?
    package var isListening: Bool

    /// The beacons that it has heard since its last report.
    package var sightings: [BeaconSighting]

    package init(isListening: Bool, problem: String? = nil, sightings: [BeaconSighting] = []) {
        self.isListening = isListening
        self.problem = problem
        self.sightings = sightings
    }
}

/// Who listens for beacons, and what was heard.
struct BeaconListening: Equatable, Sendable {
    struct Feed: Equatable {
        let user: UserIdentifier

        /// Whether beacons are wanted, as it was last told; `nil` until the first event.
        var told: Bool?

        var isListening = false
        var problem: String?
    }

    var feeds: [SessionIdentifier: Feed] = [:]
    var heard = HeardBeacons()
    var isWanted = false

    /// The app that is named as wanting beacons, or that was the last to want them.
    var wanter: AppKey?

    /// The subject of decisions that follow from an app's wish to know of beacons.
    ///
    /// In everybody's journal they would tell others when an app uses beacons, and push out other decisions.
    var demandSubject: JournalSubject {
        wanter.map { JournalSubject(app: $0) } ?? JournalSubject(user: .root)
    }

    var isListening: Bool { feeds.values.contains(where: \.isListening) }

    /// The reason why nobody can listen; `nil` if somebody does, or will soon.
    var obstacle: AvailabilityObstacle? {
        guard !feeds.isEmpty else { return .noBeaconProgram }
        guard !feeds.values.contains(where: { $0.problem == nil }) else { return nil }
        return .bluetoothUnavailable
    }

    /// Returns a stream's update about the beacons in range.
    func update(for condition: BeaconCondition) -> BeaconUpdate {
        obstacle == nil
            ? BeaconUpdate(beacons: heard.beacons(matching: condition))
            : BeaconUpdate(diagnostics: [.beaconsUnavailable])
    }

    /// The problem of the program that connected first, if all have one.
    var problem: String? {
        obstacle == nil ? nil : feeds.min { $0.key < $1.key }?.value.problem
    }
}

package enum BeaconDecision: Hashable, Sendable, ComponentDecision {
    case beaconFeedConnected(SessionIdentifier)
    case beaconFeedDisconnected(SessionIdentifier)

    /// An app wants to know of beacons, or none does any more.
    case beaconsWanted(wanted: Bool)

    /// The machine listens for beacons, or does not, perhaps because it cannot.
    case beaconListening(isListening: Bool, obstacle: AvailabilityObstacle?, problem: String?)

    static let names = [
        "beaconFeedConnected", "beaconFeedDisconnected", "beaconsWanted", "beaconListening",
    ]

    var text: String {
        switch self {
        case .beaconFeedConnected(let session):
            "a program that listens for beacons has connected as \(session)"
        case .beaconFeedDisconnected(let session):
            "the program \(session) that listens for beacons has disconnected"
        case .beaconsWanted(true): "listening for beacons: an app wants to know of them"
        case .beaconsWanted(false): "no app wants to know of beacons any more"
        case .beaconListening(true, _, _): "beacons can be heard now"
        case .beaconListening(false, let obstacle?, let problem):
            "beacons cannot be heard: \(problem ?? obstacle.text)"
        case .beaconListening(false, nil, _): "nobody listens for beacons"
        }
    }
}

extension BeaconIdentity {
    var text: String { "\(uuid),\(major),\(minor)" }
}

extension BeaconCondition: Evidential {
    var evidence: [String: EvidenceValue] { ["beacons": .word(text)] }

    package var text: String {
        switch (major, minor) {
        case (let major?, let minor?): "the beacon \(uuid),\(major),\(minor)"
        case (let major?, nil): "the beacons \(uuid),\(major)"
        case (nil, _): "the beacons \(uuid)"
        }
    }
}
