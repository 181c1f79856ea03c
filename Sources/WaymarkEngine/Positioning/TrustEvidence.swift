package import LocationModel

package enum TrustEvidence: Hashable, Sendable, Evidential {
    /// It measures interference, from 0 to 255.
    case interference(level: Int)
    case antennaFault

    /// This many signals are equally strong, as from one transmitter.
    case equalSignals(signals: Int, spreadDecibels: Double)

    /// The position has moved farther than its own speed and course explain.
    case unexplainedMovement(distanceMeters: Double, explainedMeters: Double)

    /// No vehicle can have gone there since the last place that was believed.
    case unreachable(distanceMeters: Double, elapsed: Duration)
    case clockStep(step: Duration)
    case otherClock(step: Duration)
    case altitudeStep(distanceMeters: Double, satellites: Int)

    /// Another receiver, with which it agreed, is this far away, beyond the errors of both.
    case otherReceiver(distanceMeters: Double)

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
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}

/// A verdict on a receiver, with the finding behind it unless the receiver is trusted.
package struct TrustVerdict: Hashable, Sendable, Evidential {
    package var trust = Trust.trusted
    package var finding: TrustEvidence?

    static let trusted = TrustVerdict()

    func worse(_ other: TrustVerdict) -> TrustVerdict { other.trust.rank > trust.rank ? other : self }

    package var text: String { finding.map { "\(trust.rawValue): \($0.text)" } ?? trust.rawValue }
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
