package import LocationModel

/// Whoever may be given a location.
package enum Consumer: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// A placed widget.
    case widget(WidgetIdentifier)

    /// A call that waits for one location.
    case request(LocationRequestIdentifier)

    /// The identifier of the widget or request.
    package var description: String {
        switch self {
        case .widget(let widget): widget.description
        case .request(let request): request.description
        }
    }

    /// The widget, where it is one.
    package var widget: WidgetIdentifier? { if case .widget(let widget) = self { widget } else { nil } }

    /// The request, where it is one.
    package var request: LocationRequestIdentifier? {
        if case .request(let request) = self { request } else { nil }
    }
}

/// What a consumer asks of receivers.
package enum Want: Hashable, Sendable {
    /// Every fix.
    case everyFix

    /// One fix by a deadline, as accurate as `accuracyMeters` where that matters.
    case fix(by: MonotonicInstant, accuracyMeters: Double? = nil)

    /// Significant changes only, between which receivers may pause.
    case significantChanges

    /// How demanding it is: the less, the more demanding.
    fileprivate var rank: Int {
        switch self {
        case .everyFix: 0
        case .fix: 1
        case .significantChanges: 2
        }
    }
}

/// A consumer that is entitled to a location now, or for which the person will be asked once it would be given one.
package struct EntitledConsumer: Hashable, Sendable {
    /// The consumer.
    package let consumer: Consumer

    /// The app that it belongs to.
    package let owner: AppKey

    /// What it asks of receivers.
    package let want: Want

    /// What entitles it.
    package let ground: Ground

    /// Whether the person has confirmed that; else it is given nothing until they have.
    package var isConfirmed = true

    package init(_ consumer: Consumer, of owner: AppKey, want: Want, ground: Ground) {
        self.consumer = consumer
        self.owner = owner
        self.want = want
        self.ground = ground
    }
}

/// The consumers that are entitled to a location now, ordered by how demanding they are.
struct Consumers: Hashable, Sendable {
    private struct Place: Hashable, Comparable {
        let rank: Int
        let consumer: Consumer

        static func < (left: Self, right: Self) -> Bool {
            (left.rank, left.consumer) < (right.rank, right.consumer)
        }
    }

    /// The entitled consumers.
    private(set) var entitled: [Consumer: EntitledConsumer] = [:]

    /// Those of them that are widgets whose timeline was made without a location.
    private(set) var uninformed: Set<WidgetIdentifier> = []

    private var order = PriorityQueue<Consumer, Place>()

    /// Replaces what is known of a consumer; with `nil` it is entitled to nothing.
    mutating func set(_ consumer: Consumer, to entitlement: EntitledConsumer?) {
        guard entitled[consumer] != entitlement else { return }
        entitled[consumer] = entitlement
        order[consumer] = entitlement.map { Place(rank: $0.want.rank, consumer: consumer) }
    }

    /// Records whether a widget's timeline was made without a location to which the widget is entitled now.
    mutating func setUninformed(_ widget: WidgetIdentifier, _ isUninformed: Bool) {
        if isUninformed { uninformed.insert(widget) } else { uninformed.remove(widget) }
    }

    /// Returns the most demanding consumer: `current`, as long as no other demands more.
    func mostDemanding(preferring current: Consumer?) -> EntitledConsumer? {
        guard let first = order.first else { return nil }
        if let current, let entitlement = entitled[current], entitlement.want.rank == first.rank {
            return entitlement
        }
        return entitled[first.consumer]
    }
}
