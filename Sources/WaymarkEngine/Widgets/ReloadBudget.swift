import Glibc
package import LocationModel

/// The budget of one widget: the reloads that it has saved up, and how often it is seen.
///
/// A widget that is seen often may have ``EngineSettings/dailyReloads`` charged reloads a day, one that is never seen four
/// sevenths of that. It gets five sixths of a day's reloads evenly over the person's waking hours, and can save up one
/// sixth; so no 24 hours ever have more than a day's reloads. A widget of which nothing is known has saved up all that it
/// can, and counts as seen often.
package struct ReloadBudget: Hashable, Codable, Sendable {
    /// The charged reloads since the budget was last at least half full, by what asked for them.
    package struct Uses: Hashable, Codable, Sendable, Evidential {
        /// The reloads that its timelines scheduled, its provider asked for, and other programs pushed.
        package var scheduled: UInt8 = 0, requested: UInt8 = 0, pushed: UInt8 = 0

        /// The reloads among them that brought the same content as before.
        package var unchanged: UInt8 = 0

        package init() {}

        /// Counts `amount` more for a reason, or less if negative.
        mutating func count(_ reason: ReloadReason, _ amount: Int = 1) {
            switch reason {
            case .timelineEnded, .dateReached: scheduled.add(amount)
            case .pushed: pushed.add(amount)
            default: requested.add(amount)
            }
        }

        package var text: String {
            let parts = [
                scheduled > 0 ? "\(scheduled) scheduled by its timelines" : nil,
                requested > 0 ? "\(requested) asked for by its provider" : nil,
                pushed > 0 ? "\(pushed) pushed" : nil,
            ].compactMap(\.self)
            let all = parts.isEmpty ? "none" : parts.joined(separator: ", ")
            return unchanged > 0 ? "\(all); \(unchanged) of them brought the same content again" : all
        }
    }

    /// The hours a day in which a widget is in view from which it counts as seen often.
    package static let oftenHours = 8.0

    /// The share of the most reloads a day that a widget gets although it is never seen.
    private static let leastShare = 4.0 / 7

    /// The share of a day's reloads that can be saved up.
    private static let savedShare = 1.0 / 6

    /// The hours over which the average of the hours in view fades.
    private static let memoryHours = 72.0
    private static let rounding = 0.001

    /// The hours a day in which the widget is in view, averaged over about three days, at `latestHour`.
    package private(set) var seenHours: Float

    /// The reloads saved up at `refilledAt`.
    package private(set) var saved: Float

    /// The latest hour in which the widget was in view, or the hour of its first charge, counted from 1970.
    package private(set) var latestHour: Int64
    package private(set) var refilledAt: UTCInstant

    /// The uses since the budget was last at least half full.
    package internal(set) var uses = Uses()

    /// Whether the journal has a warning that the budget is used up.
    package internal(set) var isWarned = false

    /// Creates a full budget, for a widget of which nothing is known.
    package init(dailyReloads: Int, at now: UTCInstant) {
        seenHours = Float(Self.oftenHours)
        latestHour = now.hourSince1970
        saved = Float(Double(dailyReloads) * Self.savedShare)
        refilledAt = now
    }

    /// Restores a saved budget, or returns `nil` if it makes no sense.
    package init?(
        seenHours: Float,
        latestHour: Int64,
        saved: Float,
        refilledAt: UTCInstant,
        uses: Uses,
        isWarned: Bool
    ) {
        guard (0...24).contains(seenHours), saved.isFinite, saved >= 0 else { return nil }
        self.seenHours = seenHours
        self.latestHour = latestHour
        self.saved = saved
        self.refilledAt = refilledAt
        self.uses = uses
        self.isWarned = isWarned
    }

    // MARK: Queries

    /// Returns the average hours a day in view, at a date until which the widget was not in view again.
    package func seenHours(at date: UTCInstant) -> Double {
        Double(seenHours) * Self.decay(hours: date.hourSince1970 - latestHour)
    }

    /// Returns the charged reloads a day that the widget may have, where one that is seen often may have `most`.
    package func dailyReloads(of most: Int) -> Double {
        let often = min(seenHours(at: refilledAt) / Self.oftenHours, 1)
        return Double(most) * (Self.leastShare + (1 - Self.leastShare) * often)
    }

    package func capacity(of most: Int) -> Double { max(dailyReloads(of: most) * Self.savedShare, 1) }

    /// Returns the reloads that the widget gets in an hour of the person's waking time.
    private func rate(of most: Int, _ waking: WakingHours) -> Double {
        dailyReloads(of: most) * (1 - Self.savedShare) / Double(waking.count)
    }

    package func saved(at now: UTCInstant, of most: Int, _ waking: WakingHours) -> Double {
        let gained = rate(of: most, waking) * waking.wakingHours(from: refilledAt, to: now)
        return min(Double(saved) + gained, capacity(of: most))
    }

    func affords(at now: UTCInstant, of most: Int, _ waking: WakingHours) -> Bool {
        saved(at: now, of: most, waking) >= 1 - Self.rounding
    }

    /// Returns the date from which `reloads` are saved up, on a whole minute so that widgets are reloaded together.
    package func date(of reloads: Double, most: Int, _ waking: WakingHours, after now: UTCInstant)
        -> UTCInstant
    {
        // After the clock was set back, time counts from now on.
        let start = min(refilledAt, now)
        let missing = min(reloads, capacity(of: most)) - Double(saved)
        guard missing > 0 else { return now }
        let date = waking.date(afterWakingHours: missing / rate(of: most, waking), since: start)
        let minute: Int64 = 60_000_000_000
        let rest = date.nanosecondsSince1970 % minute
        return max(date.advanced(by: .nanoseconds(rest > 0 ? minute - rest : -rest)), now)
    }

    // MARK: Changes

    mutating func charge(_ reason: ReloadReason, at now: UTCInstant, of most: Int, _ waking: WakingHours) {
        refill(at: now, of: most, waking)
        if Double(saved) * 2 >= capacity(of: most) { (uses, isWarned) = (Uses(), false) }
        saved = max(saved - 1, 0)
        uses.count(reason)
    }

    /// Records that the widget is in view in an hour, and was all the time since the latest one if `continuously`.
    mutating func recordView(
        at now: UTCInstant,
        continuously: Bool,
        of most: Int,
        _ waking: WakingHours
    ) {
        let hours = now.hourSince1970 - latestHour
        guard hours != 0 else { return }
        refill(at: now, of: most, waking)
        let decay = Self.decay(hours: hours)
        let gain = 24 * (1 - (continuously ? decay : Self.decay(hours: 1)))
        seenHours = Float(min(Double(seenHours) * decay + (hours > 0 ? gain : 0), 24))
        latestHour = now.hourSince1970
    }

    /// Takes back the charge of a reload whose provider went away.
    mutating func refund(_ reason: ReloadReason, of most: Int) {
        saved = min(saved + 1, Float(capacity(of: most)))
        uses.count(reason, -1)
    }

    /// Counts from `now` on where the clock was set back since the last refill.
    mutating func begin(at now: UTCInstant) { refilledAt = min(refilledAt, now) }

    private mutating func refill(at now: UTCInstant, of most: Int, _ waking: WakingHours) {
        saved = Float(saved(at: now, of: most, waking))
        refilledAt = now
    }

    /// Returns the weight of an average from so many hours ago.
    private static func decay(hours: Int64) -> Double { pow(1 - 1 / memoryHours, Double(max(hours, 0))) }
}

extension UInt8 {
    mutating func add(_ amount: Int) { self = UInt8(clamping: Int(self) + amount) }
}

package enum ReloadCharge: Hashable, Sendable, Evidential {
    /// It is charged, and `left` whole reloads remain.
    case charged(left: Int)
    case free(exemption: Exemption)

    package var isCharged: Bool { if case .charged = self { true } else { false } }

    package enum Exemption: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Reloads for its reason are always free.
        case reason
        case appInUse

        /// The machine's owner has switched the budget off.
        case budgetOff
    }

    /// The charge for a person, after a reload; `nil` where nobody needs to be told.
    package var text: String? {
        switch self {
        case .charged(let left): "charged, \(left) left"
        case .free(.reason): "free"
        case .free(.appInUse): "free while its app is in use"
        case .free(.budgetOff): nil
        }
    }
}

extension ReloadReason {
    var isCharged: Bool {
        // A retry follows a reload that was charged if its reason was.
        [.timelineEnded, .dateReached, .requestedByProvider, .pushed].contains(self)
    }
}

package struct BudgetStatus: Hashable, Sendable {
    package let dailyReloads: Double

    /// The reloads that it has saved up, and the most that it can.
    package let saved: Double, capacity: Double

    package var wholeSaved: Int { nextAt == nil ? max(Int(saved), 1) : 0 }

    /// The hours a day in which it is in view, on average.
    package let seenHours: Double

    package let night: WakingHours.Night?

    /// The date from which a reload can be charged; `nil` when one can be now.
    package let nextAt: UTCInstant?

    /// The date from which the budget is full; `nil` when it is now.
    package let fullAt: UTCInstant?

    /// The uses since the budget was last at least half full.
    package let uses: ReloadBudget.Uses
}
