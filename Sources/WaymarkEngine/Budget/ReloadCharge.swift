package import LocationModel

/// Whether a reload is charged to the widget's budget.
package enum ReloadCharge: Hashable, Codable, Sendable {
    /// It is charged, and `left` whole reloads remain.
    case charged(left: Int)

    /// It is free.
    case free(Exemption)

    /// Whether it is charged.
    package var isCharged: Bool { if case .charged = self { true } else { false } }

    /// The ground on which a reload is free.
    package enum Exemption: String, Hashable, Codable, Sendable, CaseIterable {
        /// Reloads for its reason are always free.
        case reason

        /// The provider asked while its app is in use.
        case appInUse

        /// The machine's owner has switched the budget off.
        case budgetOff
    }
}

extension ReloadReason {
    /// Whether a reload for this reason is charged to the budget.
    var isCharged: Bool {
        switch self {
        case .timelineEnded, .dateReached, .requestedByProvider, .pushed: true
        // A retry follows a reload that was charged if its reason was.
        case .placed, .significantChange, .locationAvailable, .authorizationChanged, .configurationChanged,
            .timeChanged,
            .stale,
            .retry:
            false
        }
    }
}

/// The budget of a widget at a moment.
package struct BudgetStatus: Hashable, Sendable {
    /// The charged reloads a day that it may have.
    package let dailyReloads: Double

    /// The reloads that it has saved up, and the most that it can.
    package let saved: Double, capacity: Double

    /// The whole reloads among them.
    package var wholeSaved: Int { nextAt == nil ? max(Int(saved), 1) : 0 }

    /// The most whole reloads that it can save up.
    package var wholeCapacity: Int { Int(capacity) }

    /// The hours a day in which it is in view, on average.
    package let seenHours: Double

    /// The person's night, if one is known.
    package let night: WakingHours.Night?

    /// The date from which a reload can be charged; `nil` when one can be now.
    package let nextAt: UTCInstant?

    /// The date from which the budget is full; `nil` when it is now.
    package let fullAt: UTCInstant?

    /// The uses since the budget was last at least half full.
    package let uses: ReloadBudget.Uses
}
