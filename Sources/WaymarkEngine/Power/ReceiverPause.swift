import LocationModel

/// A pause: receivers are closed although a consumer waits for significant changes.
package struct ReceiverPause: Hashable, Sendable, Evidential {
    package enum Reason: Hashable, Sendable, Evidential {
        /// The machine cannot move far enough.
        ///
        /// A significant change is `remainingMeters` away, and the machine may reach `speedMetersPerSecond`.
        case cannotBeFar(remainingMeters: Double, speedMetersPerSecond: Double)

        /// The nearest edge of a region is `remainingMeters` away, or a crossing waits for another fix.
        case regionEdge(remainingMeters: Double)

        /// An app wants visits, and the machine may stop for one, or has been in a place for `seen`.
        ///
        /// That time is zero while the machine is on its way.
        case visitMayBegin(seen: Duration)

        /// The machine has stayed in its place for a time, and will probably stay on.
        case atRest(rest: Duration)

        /// The next change may not be announced earlier.
        case tooSoon

        /// No stream of an app needs a location before the machine has moved `slackMeters`.
        ///
        /// The machine may reach `speedMetersPerSecond`.
        case staysNear(slackMeters: Double, speedMetersPerSecond: Double)

        /// No stream of an app is due for the next location earlier.
        case notDue

        /// No credible fix: this search found none in `searched`, and no search has for `inVain`.
        case noFix(searched: Duration, inVain: Duration)

        package var text: String {
            switch self {
            case .cannotBeFar(let remaining, let speed):
                "only significant changes are wanted, and the next is \(meters(remaining)) away "
                    + "at \((speed * 10).rounded() / 10) m/s"
            case .regionEdge(0): "a region's edge was crossed, and another fix has to agree"
            case .regionEdge(let remaining):
                "the nearest edge of a region is \(meters(remaining.rounded())) away"
            case .visitMayBegin(.zero): "an app wants visits, and one may begin"
            case .visitMayBegin(let duration):
                "an app wants visits, and the machine has been in this place for \(duration.words)"
            case .atRest(let duration):
                "the machine has stayed in its place for \(duration.words)"
            case .tooSoon: "only significant changes are wanted, and the last is too recent for another"
            case .staysNear(let slack, let speed):
                "no app needs a location before the machine has moved \(meters(slack)), "
                    + "at \((speed * 10).rounded() / 10) m/s at most"
            case .notDue: "no app is due for the next location earlier"
            case .noFix(let duration, let inVain):
                "no credible fix in \(duration.words)"
                    + (inVain > duration ? ", nor in the searches of the last \(inVain.words)" : "")
            }
        }
    }

    package var duration: Duration
    package var reason: Reason
    var followsSearchInVain: Bool { if case .noFix = reason { true } else { false } }

    var evidence: [String: EvidenceValue] {
        var evidence = reason.evidence
        evidence["pauseSeconds"] = .number(duration.inSeconds)
        evidence["reason"] = .word(caseName(of: reason))
        // Readers of the journal need neither know the place nor have the region.
        if case .regionEdge(let remaining) = reason {
            evidence["remainingMeters"] = .number(remaining.rounded())
        }
        return evidence
    }
}
