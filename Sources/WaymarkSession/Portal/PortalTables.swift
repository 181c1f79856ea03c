/// The decisions about apps in the desktop's portal and in Waymark, and the steps that make both equal.
///
/// A decision that changed on one side since both were equal is copied to the other. If both changed, the
/// stricter one counts.
struct PortalTables {
    /// A decision about an app, in the order from the strictest.
    enum Decision: String, Codable, Comparable, CaseIterable {
        case denied
        case undecided
        case reduced
        case full

        static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    struct App: Hashable {
        var decision: Decision

        /// Whether it is a Flatpak, which the portal must know even if it has not asked yet.
        var isSandboxed = false

        /// Whether the administrator forbids it, so that no decision of the person counts.
        var isForbidden = false
    }

    enum Side: String {
        case portal = "the portal"
        case waymark = "Waymark"
    }

    struct Step: Hashable, CustomStringConvertible {
        let side: Side
        let app: String
        let decision: Decision

        var description: String { "\(side.rawValue) learns that \(app) is \(decision.rawValue)" }
    }

    /// The most apps that are kept equal: every program of the person may write to the portal's table.
    static let limit = 256

    /// The decisions when both sides were last equal, of at most ``limit`` apps.
    private(set) var agreed: [String: Decision]

    /// The time in which the portal may write back an older, less strict entry, as it does at each use.
    static let writeBack: Duration = .seconds(10)
    private var narrowed: [String: (from: Decision, at: ContinuousClock.Instant)] = [:]

    init(agreed: [String: Decision] = [:]) { self.agreed = agreed }

    /// Compares both, and returns the steps to take, restrictions first.
    mutating func steps(
        portal: [String: Decision],
        waymark: [String: App],
        at now: ContinuousClock.Instant
    ) -> [Step] {
        narrowed = narrowed.filter { $0.value.at + Self.writeBack > now }
        let apps = Set(portal.keys).union(waymark.filter { $0.value.isSandboxed }.keys).union(agreed.keys)
        // Apps with a decision take precedence over entries that any program can write.
        let ranked = apps.map { app in
            let isDecided = agreed[app] ?? .undecided != .undecided
            return (isDecided ? 0 : waymark[app] != nil ? 1 : 2, app)
        }
        let kept = ranked.sorted(by: <).prefix(Self.limit).map { $0.1 }
        // An app without a decision any more is kept with the portal's other entries, while there is room.
        agreed = agreed.filter { kept.contains($0.key) }
        var (taking, giving): ([Step], [Step]) = ([], [])
        for name in kept {
            let isForbidden = waymark[name]?.isForbidden ?? false
            let (theirs, ours) = (portal[name] ?? .undecided, waymark[name]?.decision ?? .undecided)
            let before = agreed[name] ?? .undecided
            let isOld = narrowed[name].map { theirs >= $0.from && theirs > ours } ?? false
            let wanted =
                isForbidden || isOld || theirs == before ? ours : ours == before ? theirs : min(theirs, ours)
            if theirs > wanted { narrowed[name] = (theirs, now) }
            if theirs == ours {
                agreed[name] = wanted
            } else {
                let step = Step(side: wanted == ours ? .portal : .waymark, app: name, decision: wanted)
                if wanted == min(theirs, ours) { taking.append(step) } else { giving.append(step) }
            }
        }
        return taking + giving
    }

    /// Records that a step was carried out, after which both are equal.
    mutating func record(_ step: Step) { agreed[step.app] = step.decision }
}
