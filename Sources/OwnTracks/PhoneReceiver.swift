package import LocationModel
package import WaymarkInterfaces

package struct PairedPhone: Hashable, Sendable {
    package let name: String
    package let key: PhoneKey

    /// Whether its positions count wherever it sends from, because it is always with this machine.
    package var isCarried = false

    /// Whether it may send without encryption.
    package var mayBePlain = false

    package init(name: String, key: PhoneKey) { (self.name, self.key) = (name, key) }

    /// Returns whether a phone may have this name: 1 to 32 letters of ASCII, digits, `-` and `_`.
    package static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }
}

/// Decides which phone's positions count as this machine's.
///
/// It performs no I/O, and is told the time.
package struct PhoneReceiver: Sendable {
    package enum Event: Sendable {
        case paired([PairedPhone])

        /// A request arrived, which may name a user; `isNear` if its sender is in a network of this machine.
        case received([UInt8], user: String?, from: String, isNear: Bool)

        case service(FeedDemand)
        case deadlineReached
    }

    package enum Effect: Hashable, Sendable {
        case answer(Int)
        case send(FeedInterface.Fix)
        case tell(FeedInterface.SendState.State, String)
        case warn(String)
    }

    private struct Record {
        var phone: PairedPhone

        /// The newest time of all its messages; a message that is not newer is old, or replayed.
        var newest: UTCInstant?

        /// Its position at that time, until it is too old, or the phone is elsewhere.
        var fix: FeedInterface.Fix?
        var expiry = MonotonicInstant.systemEpoch
        var isElsewhere = false
    }

    /// The largest age of a position that counts, as for the service, and the most that a phone's clock may
    /// be ahead of this machine's.
    package static let tolerance: Duration = .seconds(60)

    /// The time between two warnings of one kind.
    private static let warningInterval: Duration = .seconds(600)

    private var records: [Record] = []

    /// The phone whose position counts.
    private var followed: String?
    private var demand = FeedDemand.away

    /// The reason that the service was told last; `nil` once it was sent a position.
    private var told: String?

    /// The time of the position that was sent last: the service accepts no older one.
    private var sent: UTCInstant?
    private var warned: [String: MonotonicInstant] = [:]

    package init() {}

    private var isWanted: Bool { if case .wanted = demand { true } else { false } }

    /// The time at which the position that counts is too old, if that is worth a wake-up.
    package var nextDeadline: MonotonicInstant? {
        isWanted ? records.first { $0.phone.name == followed }?.expiry : nil
    }

    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .paired(let phones):
            records = phones.map { phone in
                var record = records.first { $0.phone.key == phone.key } ?? Record(phone: phone)
                record.phone = phone
                return record
            }
        case .received(let body, let user, let sender, let isNear):
            effects = receive(body, user, sender, isNear, at: now)
        case .service(let new):
            if demand == .away { told = nil }
            let wasWanted = isWanted
            demand = new
            // The service knows nothing of what was sent and told before.
            if isWanted, !wasWanted { (sent, told) = (nil, nil) }
        case .deadlineReached: break
        }
        return effects + report(at: now)
    }

    private mutating func receive(
        _ body: [UInt8],
        _ user: String?,
        _ sender: String,
        _ isNear: Bool,
        at now: Moment
    ) -> [Effect] {
        var message = OwnTracksMessage(body)
        var owner: Int?
        if case .encrypted(let box) = message {
            // All keys are tried, so that the time tells nobody whose key it is.
            let opened = records.map { $0.phone.key.open(box) }
            owner = opened.firstIndex { $0 != nil }
            guard let owner, let text = opened[owner] else {
                return refuse(403, "a message that no paired phone's key opens", from: sender, now)
            }
            message = OwnTracksMessage(text)
        } else if case .position(_, _, let topicUser) = message {
            owner = records.firstIndex { $0.phone.mayBePlain && $0.phone.name == user ?? topicUser }
        }
        switch message {
        case nil, .encrypted:
            return refuse(400, "something that is no message of OwnTracks", from: sender, now)
        // The app sends nothing else until this is accepted.
        case .other, .reportLocation: return [.answer(200)]
        case .position(let fix, let time, _):
            guard let owner else { return refuse(403, "a position without encryption", from: sender, now) }
            return [.answer(200)] + take(fix, time, of: owner, sender, isNear, at: now)
        }
    }

    private mutating func take(
        _ fix: FeedInterface.Fix,
        _ time: UTCInstant,
        of index: Int,
        _ sender: String,
        _ isNear: Bool,
        at now: Moment
    ) -> [Effect] {
        let phone = records[index].phone
        let age = time.duration(to: now.utc)
        guard age >= .zero - Self.tolerance else {
            return warn(
                "a position of '\(phone.name)' is ahead of this machine's clock",
                ": it is from \(fix.time)",
                now
            )
        }
        guard records[index].newest.map({ $0 < time }) ?? true else { return [] }
        let isElsewhere = !isNear && !phone.isCarried
        records[index] = Record(
            phone: phone,
            newest: time,
            // The machine may have left an old position, such as one that the phone had queued.
            fix: isElsewhere || age > Self.tolerance ? nil : fix,
            expiry: now.instant + min(Self.tolerance, Self.tolerance - age),
            isElsewhere: isElsewhere
        )
        guard isElsewhere else { return [] }
        let problem = "the positions of '\(phone.name)' do not count while it sends through a router"
        return warn(problem, ", now from \(sender); CarriedWithMachine= lets them count", now)
    }

    private mutating func refuse(_ status: Int, _ what: String, from sender: String, _ now: Moment)
        -> [Effect]
    {
        [.answer(status)] + warn("refused \(what)", ", from \(sender)", now)
    }

    /// Warns of a problem, not too often.
    private mutating func warn(_ problem: String, _ details: String, _ now: Moment) -> [Effect] {
        if let last = warned[problem], last + Self.warningInterval > now.instant { return [] }
        warned[problem] = now.instant
        return [.warn(problem + details)]
    }

    /// Chooses the phone to follow, and reports changes to the service.
    private mutating func report(at now: Moment) -> [Effect] {
        for index in records.indices where records[index].expiry <= now.instant { records[index].fix = nil }
        let good = records.filter { $0.fix != nil }
        let newest = good.max { ($0.newest ?? now.utc) < ($1.newest ?? now.utc) }
        // The followed phone is kept while it has a fix: two would move the machine to and fro.
        let next = good.first { $0.phone.name == followed } ?? newest
        followed = next?.phone.name
        guard demand != .away else { return [] }
        guard let fix = next?.fix, let time = next?.newest else {
            let (state, reason) = state
            if told == reason { return [] }
            told = reason
            return [.tell(state, reason)]
        }
        guard isWanted, sent.map({ $0 < time }) ?? true else { return [] }
        (sent, told) = (time, nil)
        return [.send(fix)]
    }

    /// The state to report while there is no position.
    private var state: (FeedInterface.SendState.State, String) {
        if records.isEmpty { return (.absent, "no phone is paired; 'waymark-phone pair NAME' pairs one") }
        if let record = records.first(where: { $0.isElsewhere }) {
            return (.searching, "the phone '\(record.phone.name)' is not in a network of this machine")
        }
        let wasHeard = records.contains { $0.newest != nil }
        return (.searching, "no phone has sent a position \(wasHeard ? "in the last minute" : "yet")")
    }
}
