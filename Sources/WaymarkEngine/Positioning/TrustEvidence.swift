package import LocationModel

/// What speaks against a receiver.
package enum TrustEvidence: Hashable, Codable, Sendable {
    /// It measures interference, from 0 to 255.
    case interference(level: Int)

    /// Its antenna was in order, and is open or short-circuited.
    case antennaFault

    /// So many signals are as strong as each other, as from one transmitter.
    case equalSignals(count: Int, spreadDecibels: Double)

    /// The position has moved farther than its own speed and course explain.
    case unexplainedMovement(meters: Double, explainedMeters: Double)

    /// No vehicle can have gone there since the last place that was believed.
    case unreachable(distanceMeters: Double, elapsed: Duration)
    case clockStep(Duration)

    /// Its time is not that of another receiver.
    case otherClock(differsBy: Duration)

    /// The altitude and the number of satellites have jumped together.
    case altitudeStep(meters: Double, satellites: Int)

    /// Another receiver, with which it agreed, is so far away, beyond the errors of both.
    case otherReceiver(meters: Double)

    package var text: String {
        switch self {
        case .interference(let level): "the receiver measures interference, \(level) of 255"
        case .antennaFault: "the antenna is open or short-circuited"
        case .equalSignals(let count, let spread):
            "\(count) signals are equally strong, within \((spread * 10).rounded() / 10) dB, as from one transmitter"
        case .unexplainedMovement(let distance, let explained):
            "the position is \(meters(distance.rounded())) from where its own speed and course lead, "
                + "of which \(meters(explained.rounded())) may be error"
        case .unreachable(let distance, let elapsed):
            "no vehicle can have gone the \(meters(distance.rounded())) from the last trusted place in \(elapsed.words)"
        case .clockStep(let step):
            "the receiver's time has stepped \(step < .zero ? "back" : "forward") by \(step.magnitude.words)"
        case .otherClock(let difference):
            "the receiver's time differs by \(difference.magnitude.words) from that of another receiver"
        case .altitudeStep(let distance, let satellites):
            "the altitude has jumped by \(meters(distance.rounded())), and the satellites by \(satellites), at once"
        case .otherReceiver(let distance):
            "another receiver, with which it agreed, is \(meters(distance.rounded())) away"
        }
    }

    package var name: String { caseName(of: self) }

    var figures: [String: EvidenceValue] {
        let figures: [String: Double] =
            switch self {
            case .interference(let level): ["level": Double(level)]
            case .antennaFault: [:]
            case .equalSignals(let count, let spread): ["signals": Double(count), "spreadDecibels": spread]
            case .unexplainedMovement(let distance, let explained):
                ["distanceMeters": distance, "explainedMeters": explained]
            case .unreachable(let distance, let elapsed):
                ["distanceMeters": distance, "elapsedSeconds": elapsed.inSeconds]
            case .clockStep(let step), .otherClock(let step): ["stepSeconds": step.inSeconds]
            case .altitudeStep(let distance, let satellites):
                ["distanceMeters": distance, "satellites": Double(satellites)]
            case .otherReceiver(let distance): ["distanceMeters": distance]
            }
        return figures.mapValues(EvidenceValue.number)
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}

/// A verdict on a receiver, and what it rests on unless it is trusted.
package struct TrustVerdict: Hashable, Sendable {
    package var trust = Trust.trusted
    package var evidence: TrustEvidence?

    static let trusted = TrustVerdict()

    func worse(_ other: TrustVerdict) -> TrustVerdict { other.trust.rank > trust.rank ? other : self }

    package var text: String { evidence.map { "\(trust.rawValue): \($0.text)" } ?? trust.rawValue }
}

extension Trust {
    var rank: Int {
        switch self {
        case .trusted: 0
        case .doubtful: 1
        case .contradicted: 2
        }
    }
}
