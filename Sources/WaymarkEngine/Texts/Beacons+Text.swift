package import LocationModel

extension BeaconDecision {
    /// The name of the decision's kind, in one word for programs.
    var name: String {
        switch self {
        case .feedConnected: "beaconFeedConnected"
        case .feedDisconnected: "beaconFeedDisconnected"
        case .wanted: "beaconsWanted"
        case .listening: "beaconListening"
        }
    }

    /// The decision and its reasons for a person.
    var text: String {
        switch self {
        case .feedConnected(let session): "a program that listens for beacons has connected as \(session)"
        case .feedDisconnected(let session):
            "the program \(session) that listens for beacons has disconnected"
        case .wanted(true): "listening for beacons: an app wants to know of them"
        case .wanted(false): "no app wants to know of beacons any more"
        case .listening(true, _, _): "beacons can be heard now"
        case .listening(false, let obstacle?, let problem):
            "beacons cannot be heard: \(problem ?? obstacle.text)"
        case .listening(false, nil, _): "nobody listens for beacons"
        }
    }

    /// The evidence of the decision by name, for programs.
    var evidence: [String: EvidenceValue] {
        switch self {
        case .feedConnected(let session), .feedDisconnected(let session):
            ["session": .word(session.description)]
        case .wanted(let isWanted): ["wanted": .word(isWanted ? "yes" : "no")]
        case .listening(let isListening, let obstacle, let problem):
            ["listening": .word(isListening ? "yes" : "no")]
                .merging(obstacle.map { ["obstacle": .word($0.text)] } ?? [:]) { $1 }
                .merging(problem.map { ["problem": .word($0)] } ?? [:]) { $1 }
        }
    }
}

extension BeaconIdentity {
    /// The beacon in one word.
    var text: String { "\(uuid),\(major),\(minor)" }
}

extension BeaconCondition {
    /// The beacons for a person.
    package var text: String {
        switch (major, minor) {
        case (let major?, let minor?): "the beacon \(uuid),\(major),\(minor)"
        case (let major?, nil): "the beacons \(uuid),\(major)"
        case (nil, _): "the beacons \(uuid)"
        }
    }
}
