/// What the desktop's portal and Waymark know of the person's decisions about apps, and what makes both equal.
///
/// A decision that changed on one side since both were equal goes to the other. Where that cannot be told, the stricter
/// one counts.
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

        /// Whether it is a Flatpak, of which the portal has to know even if it has not asked yet.
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

    /// The decisions that both had when they were last equal, of so many apps at most.
    private(set) var agreed: [String: Decision]

    /// How long the portal may write back what it had read before an entry was made stricter: it does that at each use.
    static let writeBack: Duration = .seconds(10)
    private var narrowed: [String: (from: Decision, at: ContinuousClock.Instant)] = [:]

    init(agreed: [String: Decision] = [:]) { self.agreed = agreed }

    /// Compares both, and returns what to do, first what takes something away.
    mutating func steps(
        portal: [String: Decision],
        waymark: [String: App],
        at now: ContinuousClock.Instant
    ) -> [Step] {
        narrowed = narrowed.filter { $0.value.at + Self.writeBack > now }
        let apps = Set(portal.keys).union(waymark.filter { $0.value.isSandboxed }.keys).union(agreed.keys)
        var steps: [(step: Step, isLess: Bool)] = []
        // Those that somebody has decided about go before what any program can write.
        func rank(_ app: String) -> Int {
            if let decision = agreed[app], decision != .undecided { return 0 }
            return waymark[app] != nil ? 1 : 2
        }
        let kept = apps.sorted { (rank($0), $0) < (rank($1), $1) }.prefix(Self.limit)
        // One that nobody decides about any more is remembered as one of the portal's, while there is room.
        agreed = agreed.filter { kept.contains($0.key) }
        for name in kept {
            let ours = waymark[name] ?? App(decision: .undecided)
            let theirs = portal[name] ?? .undecided
            let isOld = narrowed[name].map { theirs >= $0.from && theirs > ours.decision } ?? false
            let wanted =
                ours.isForbidden || isOld ? ours.decision : merge(agreed[name], theirs, ours.decision)
            if theirs > wanted { narrowed[name] = (theirs, now) }
            func tell(_ side: Side, instead present: Decision) {
                guard present != wanted else { return }
                steps.append((Step(side: side, app: name, decision: wanted), wanted < present))
            }
            tell(.portal, instead: theirs)
            tell(.waymark, instead: ours.decision)
            if theirs == ours.decision { agreed[name] = wanted }
        }
        return steps.filter(\.isLess).map(\.step) + steps.filter { !$0.isLess }.map(\.step)
    }

    /// Records that a step was carried out, after which both are equal.
    mutating func record(_ step: Step) { agreed[step.app] = step.decision }

    private func merge(_ agreed: Decision?, _ theirs: Decision, _ ours: Decision) -> Decision {
        guard let agreed else {
            // The person has decided on one side, and nobody has asked on the other.
            if theirs == .undecided { return ours }
            if ours == .undecided { return theirs }
            return min(theirs, ours)
        }
        if theirs == agreed { return ours }
        return ours == agreed ? theirs : min(theirs, ours)
    }
}
