import LinuxSystem
import LocationModel

/// The choice of one sender among those that send datagrams to a port.
///
/// The sentences of two receivers would otherwise be joined into common fixes. Nothing authenticates a sender, so one
/// that has given positions for longer is believed before a newcomer: a newcomer is followed only once the followed
/// sender has lost its position, and only within the distance that a vehicle can have gone since. It knows senders
/// while the socket is closed, too. Time is a parameter.
struct SenderChoice {
    /// The time without a position after which a sender has lost it.
    ///
    /// Wireless networks often lose the datagrams of ten or twenty seconds.
    private static let loss: Duration = .seconds(30)

    /// The time since its last position for which a sender still gives positions: slow receivers report every ten seconds.
    private static let giving: Duration = .seconds(15)

    /// The speed in metres per second that no vehicle exceeds: that of an airliner in a jet stream.
    private static let fastestVehicle = 350.0

    /// The number of datagrams and the time between the first and the last of them that show that a port is kept.
    ///
    /// Some programs make a new socket, and so a new port, for each datagram.
    private static let datagramsOfKeptPort = 3
    private static let timeOfKeptPort: Duration = .seconds(1)
    static let capacity = 16

    private struct Record {
        var sender: SocketEndpoint
        var firstHeardAt: MonotonicInstant
        var lastHeardAt: MonotonicInstant
        var datagrams = 0
        var firstFixAt: MonotonicInstant?
        var lastFix: (coordinate: Coordinate, at: MonotonicInstant)?
        var wasUsed = false

        /// Whether a new port of the same address was taken for the program's next one.
        var isContinued = false

        init(_ sender: SocketEndpoint, at now: MonotonicInstant) {
            self.sender = sender
            (firstHeardAt, lastHeardAt) = (now, now)
        }

        var keepsPort: Bool {
            datagrams >= datagramsOfKeptPort && firstHeardAt.duration(to: lastHeardAt) >= timeOfKeptPort
        }

        func isGiving(at now: MonotonicInstant) -> Bool {
            lastFix.map { $0.at.duration(to: now) < giving } ?? false
        }

        func isKnownLonger(than other: Self) -> Bool {
            guard let firstFixAt else { return false }
            return other.firstFixAt.map { firstFixAt < $0 } ?? true
        }
    }

    enum Role: Equatable {
        case followed

        /// It is followed, as the continuation of the followed sender, which had this port before.
        case followedInstead(of: SocketEndpoint)
        case other
    }

    enum Outcome: Equatable {
        /// Nothing changes.
        case unchanged
        case followed(SenderChange)

        /// The sender of the epoch would be followed, but its position is too far from the last one.
        case tooFar(meters: Double, from: SocketEndpoint, after: Duration)
    }

    private var records: [Record] = []

    /// The sender whose datagrams are used.
    private(set) var followed: SocketEndpoint?
    private var lastUsed: (coordinate: Coordinate, sender: SocketEndpoint, at: MonotonicInstant)?
    private var openedAt = MonotonicInstant.systemEpoch

    /// Records that the socket was opened: until then, no sender could be heard.
    mutating func open(at now: MonotonicInstant) { openedAt = now }

    /// Records a datagram, and returns the role of its sender.
    mutating func hear(_ sender: SocketEndpoint, at now: MonotonicInstant) -> Role {
        let isNew = index(of: sender) == nil
        if isNew {
            makeRoom()
            records.append(Record(sender, at: now))
        }
        guard let index = index(of: sender) else { return .other }
        records[index].datagrams += 1
        records[index].lastHeardAt = now
        guard let followed, let old = self.index(of: followed) else {
            self.followed = sender
            return .followed
        }
        guard followed != sender else { return .followed }
        // A port that comes back shows that the new one was another program's.
        guard followed.address == sender.address,
            isNew ? !records[old].keepsPort : records[index].isContinued
        else { return .other }
        (records[index].isContinued, records[old].isContinued) = (false, isNew)
        (records[index].firstFixAt, records[old].firstFixAt) = (records[old].firstFixAt, nil)
        (records[index].lastFix, records[old].lastFix) = (records[old].lastFix, nil)
        (records[index].wasUsed, records[old].wasUsed) = (records[old].wasUsed, false)
        self.followed = sender
        return .followedInstead(of: followed)
    }

    /// Records an epoch from a sender that was heard, and decides whether to follow this sender.
    mutating func record(_ epoch: Epoch, from sender: SocketEndpoint, at now: MonotonicInstant) -> Outcome {
        guard case .fix(let fix) = epoch, let index = index(of: sender) else { return .unchanged }
        records[index].firstFixAt = records[index].firstFixAt ?? now
        records[index].lastFix = (fix.coordinate, now)
        let candidate = records[index]
        guard let followed, followed != sender, let old = self.index(of: followed).map({ records[$0] }) else {
            use(fix.coordinate, of: index, at: now)
            return .unchanged
        }
        let cause: SenderChange.Cause
        if let lost = old.lastFix {
            let time = max(lost.at, openedAt).duration(to: now)
            if time >= Self.loss {
                cause = .lostPosition(for: lost.at.duration(to: now))
            } else if candidate.isKnownLonger(than: old) {
                cause = .knownLonger
            } else {
                return .unchanged
            }
        } else {
            cause = .noPosition
        }
        // Only one that was used before may be anywhere when it comes back.
        let isNewcomer = !candidate.wasUsed || !candidate.isKnownLonger(than: old) || old.firstFixAt == nil
        if isNewcomer, let lastUsed, let meters = excess(of: candidate, at: now) {
            return .tooFar(meters: meters, from: lastUsed.sender, after: lastUsed.at.duration(to: now))
        }
        // Its own next epoch makes that one the followed sender.
        let hasBetter = records.contains {
            $0.sender != followed && $0.isKnownLonger(than: candidate) && $0.isGiving(at: now)
                && excess(of: $0, at: now) == nil
        }
        guard !hasBetter else { return .unchanged }
        self.followed = sender
        use(fix.coordinate, of: index, at: now)
        return .followed(SenderChange(to: "\(sender)", from: "\(followed)", because: cause))
    }

    private mutating func use(_ coordinate: Coordinate, of index: Int, at now: MonotonicInstant) {
        records[index].wasUsed = true
        lastUsed = (coordinate, records[index].sender, now)
    }

    /// Returns the distance in metres to the last position that was used, if no vehicle can have gone it.
    private func excess(of candidate: Record, at now: MonotonicInstant) -> Double? {
        guard let lastUsed, let fix = candidate.lastFix else { return nil }
        let meters = fix.coordinate.distanceMeters(to: lastUsed.coordinate)
        return meters > lastUsed.at.duration(to: now).inSeconds * Self.fastestVehicle ? meters : nil
    }

    func knows(_ sender: SocketEndpoint) -> Bool { index(of: sender) != nil }

    private func index(of sender: SocketEndpoint) -> Int? { records.firstIndex { $0.sender == sender } }

    /// Forgets the sender that was heard the longest ago, but never the followed one.
    ///
    /// One that gave positions is forgotten only for lack of others: anybody can send from many ports.
    private mutating func makeRoom() {
        guard records.count >= Self.capacity else { return }
        let others = records.indices.filter { records[$0].sender != followed }
        let silent = others.filter { records[$0].firstFixAt == nil }
        let oldest = (silent.isEmpty ? others : silent).min {
            records[$0].lastHeardAt < records[$1].lastHeardAt
        }
        if let oldest { records.remove(at: oldest) }
    }
}
