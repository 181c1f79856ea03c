package import LocationModel

package enum Want: Hashable, Encodable, Sendable {
    case everyFix
    case fix(by: MonotonicInstant, accuracyMeters: Double? = nil)

    /// A fix each `every`, or when the machine may have moved `withinMeters`; receivers may pause between them.
    /// `accuracyMeters` is the 68 % radius that suffices.
    case fixes(every: Duration, withinMeters: Double, accuracyMeters: Double? = nil)

    /// Significant changes only; receivers may pause between them.
    case significantChanges

    /// The rank of the need; lower is more demanding.
    fileprivate var rank: Int {
        switch self {
        case .everyFix: 0
        case .fix: 1
        case .fixes: 2
        case .significantChanges: 3
        }
    }

    /// The time that may pass between fixes, for needs of one rank; shorter is more demanding.
    fileprivate var interval: Duration { if case .fixes(let every, _, _) = self { every } else { .zero } }

    package var allowsPauses: Bool {
        switch self {
        case .everyFix, .fix: false
        case .fixes, .significantChanges: true
        }
    }

    package var name: String { caseName(of: self) }
}

/// A consumer that is entitled to a location, or for which the person is asked once a location would be given.
package struct EntitledConsumer: Hashable, Sendable, Evidential {
    package let consumer: Consumer
    package let owner: AppKey
    package let want: Want
    package let ground: Ground

    /// Whether the person has confirmed the ground; until then the consumer gets no location.
    package var isConfirmed = true

    /// The consumer and the reason why receivers are on for it, for a person.
    package var text: String {
        switch (consumer, ground, want) {
        case (.request, _, _): "\(consumer) of \(owner.app) waits for a location"
        case (.monitor, _, .everyFix): "\(consumer) watches the anchor, and may always know the location"
        case (.monitor, .always, _) where !isConfirmed:
            "\(consumer) monitors, and may know once the person confirms that it may always know the location"
        case (.monitor, .always, _): "\(consumer) monitors, and may always know the location"
        case (.monitor, _, _): "\(consumer) monitors, and is in use"
        case (.follower, _, _): "\(consumer) of \(owner.app) follows the machine"
        case (.widget, .inView, _): "\(consumer) is in view"
        case (.widget, .sharedOnce, _): "\(consumer) gets it once, for a click of the person"
        case (.widget, .inUseWindow, _): "\(consumer) was in view recently"
        case (.widget, .appInUse, _): "\(consumer) belongs to an app in use"
        case (.widget, .backgroundSession, _): "\(consumer) belongs to an app in use in the background"
        case (.widget, .always, _) where !isConfirmed:
            "\(consumer) may know once the person confirms that its app may always know the location"
        case (.widget, .always, .fix): "\(consumer) may always know the location, and waits for it"
        case (.widget, .always, _): "\(consumer) may always know the location"
        }
    }

    var evidence: [String: EvidenceValue] {
        [
            "consumer": .word(consumer.description), "want": .word(want.name),
            "ground": .word(ground.rawValue),
        ]
    }
}

/// The consumers entitled to a location, ordered by how demanding they are.
struct Consumers: Equatable, Sendable {
    private struct Place: Hashable, Comparable {
        let rank: Int
        let interval: Duration
        let consumer: Consumer

        static func < (left: Self, right: Self) -> Bool {
            (left.rank, left.interval, left.consumer) < (right.rank, right.interval, right.consumer)
        }
    }

    private(set) var entitled: [Consumer: EntitledConsumer] = [:]
    private var order = PriorityQueue<Consumer, Place>()
    private var significantCount = 0

    /// The entitled widgets whose timeline was made without a location.
    private(set) var uninformed: Set<WidgetIdentifier> = []

    var wantSignificantChanges: Bool { significantCount > 0 }

    /// Sets the entitlement of a consumer; `nil` removes it.
    mutating func set(_ consumer: Consumer, to entitlement: EntitledConsumer?) {
        let before = entitled[consumer]
        guard before != entitlement else { return }
        significantCount +=
            (entitlement?.want == .significantChanges ? 1 : 0) - (before?.want == .significantChanges ? 1 : 0)
        entitled[consumer] = entitlement
        order[consumer] = entitlement.map {
            Place(rank: $0.want.rank, interval: $0.want.interval, consumer: consumer)
        }
    }

    private var mostDemanding: EntitledConsumer? { order.first.flatMap { entitled[$0.consumer] } }

    func widgets(needingEveryFix needEveryFix: Bool) -> [WidgetIdentifier] {
        entitled.values.filter { ($0.want == .everyFix) == needEveryFix }.compactMap(\.consumer.widget)
    }

    /// Returns the first `limit` entitled consumers of a user, or with `nil` of all users, user by user.
    func first(_ limit: Int, of user: UserIdentifier?) -> [EntitledConsumer] {
        let found = entitled.filter { (user ?? $0.value.owner.user) == $0.value.owner.user }
            .sorted { ($0.value.owner.user, $0.key) < ($1.value.owner.user, $1.key) }
        return found.prefix(limit).map(\.value)
    }

    /// Records whether an entitled widget's timeline was made without a location.
    mutating func setUninformed(_ widget: WidgetIdentifier, _ isUninformed: Bool) {
        if isUninformed { uninformed.insert(widget) } else { uninformed.remove(widget) }
    }

    var demand: ReceiverDemand {
        guard let want = mostDemanding?.want else { return ReceiverDemand() }
        // Others would get the poor fixes that suffice for this one.
        let isAlone = entitled.count == 1
        switch want {
        case .everyFix, .significantChanges: return ReceiverDemand()
        case .fix(_, let meters): return ReceiverDemand(accuracyMeters: isAlone ? meters : nil)
        case .fixes(let every, _, let meters):
            return ReceiverDemand(
                interval: every > .zero ? every : nil,
                accuracyMeters: isAlone ? meters : nil
            )
        }
    }

    /// Returns the most demanding consumer; `current` wins ties.
    func mostDemanding(preferring current: Consumer?) -> EntitledConsumer? {
        let first = mostDemanding
        guard let current, let present = entitled[current], present.want.rank == first?.want.rank else {
            return first
        }
        return present
    }
}
