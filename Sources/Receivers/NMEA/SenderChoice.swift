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

    /// The number of datagrams, and the time between the first and the last of them, that prove a port is
    /// kept.
    private static let datagramsOfKeptPort = 3
    private static let timeOfKeptPort: Duration = .seconds(1)

    static let capacity = 16

    /// The most former ports remembered for a sender that keeps none.
    private static let portCapacity = 32

    /// A program that keeps a port, or all datagrams of an address from ports that are not kept.
    ///
    /// Some programs make a new socket, and so a new port, for each datagram.
    private struct Sender {
        let number: Int

        /// Its present port, and when that was first and last heard.
        var endpoint: SocketEndpoint
        var firstHeardAt: MonotonicInstant
        var lastHeardAt: MonotonicInstant
        var datagrams = 0
        var hasFixOfPort = false
        var isKept = false

        /// The former ports, as long as none is kept.
        var formerPorts: [SocketEndpoint] = []
        var firstFix: (at: MonotonicInstant, port: SocketEndpoint)?
        var lastFix: (coordinate: Coordinate, at: MonotonicInstant)?
        var wasUsed = false

        init(_ number: Int, at endpoint: SocketEndpoint, _ now: MonotonicInstant) {
            (self.number, self.endpoint) = (number, endpoint)
            (firstHeardAt, lastHeardAt) = (now, now)
        }

        mutating func change(to new: SocketEndpoint, at now: MonotonicInstant) {
            (endpoint, firstHeardAt, lastHeardAt, datagrams, hasFixOfPort) = (new, now, now, 0, false)
        }

        func isGiving(at now: MonotonicInstant) -> Bool {
            lastFix.map { $0.at.duration(to: now) < giving } ?? false
        }

        func isKnownLonger(than other: Self) -> Bool {
            guard let firstFix else { return false }
            return other.firstFix.map { firstFix.at < $0.at } ?? true
        }
    }

    enum Outcome: Equatable {
        case unchanged
        case followed(SenderChange)

        /// The sender of the epoch would be followed, but its position is too far from the last used one.
        case tooFar(meters: Double, from: SocketEndpoint, after: Duration)
    }

    private var senders: [Sender] = []
    private var sendersSoFar = 0

    /// The number of the sender whose datagrams are used.
    private var followedNumber: Int?
    private var lastUsed: (coordinate: Coordinate, sender: SocketEndpoint, at: MonotonicInstant)?
    private var openedAt = MonotonicInstant.systemEpoch

    /// The sender whose datagrams are used, at its latest port.
    var followed: SocketEndpoint? { senders.first { $0.number == followedNumber }?.endpoint }

    /// Records that the socket was opened: before that, no sender could be heard.
    mutating func open(at now: MonotonicInstant) { openedAt = now }

    /// Records a datagram, and returns the number of its sender, whose sentences are decoded separately.
    mutating func record(_ endpoint: SocketEndpoint, at now: MonotonicInstant) -> Int {
        var index = find(endpoint, at: now)
        senders[index].datagrams += 1
        senders[index].lastHeardAt = now
        let sender = senders[index]
        let isKept =
            sender.datagrams >= Self.datagramsOfKeptPort
            && sender.firstHeardAt.duration(to: now) >= Self.timeOfKeptPort
        if isKept, !sender.isKept {
            if sender.firstFix != nil, !sender.hasFixOfPort, let former = sender.formerPorts.last {
                // The positions came from the other ports.
                senders[index].formerPorts.removeLast()
                senders[index].change(to: former, at: now)
                index = split(endpoint, from: index, at: now)
            } else {
                (senders[index].isKept, senders[index].formerPorts) = (true, [])
            }
        }
        followedNumber = followedNumber ?? senders[index].number
        return senders[index].number
    }

    private mutating func find(_ endpoint: SocketEndpoint, at now: MonotonicInstant) -> Int {
        for index in senders.indices {
            if senders[index].endpoint == endpoint { return index }
            guard let former = senders[index].formerPorts.firstIndex(of: endpoint) else { continue }
            // A port that comes back shows that those after it are not its program's.
            senders[index].formerPorts.remove(at: former)
            return split(endpoint, from: index, at: now)
        }
        let passing = senders.firstIndex { $0.endpoint.address == endpoint.address && !$0.isKept }
        guard let passing else { return add(Sender(nextNumber(), at: endpoint, now)) }
        senders[passing].formerPorts.append(senders[passing].endpoint)
        if senders[passing].formerPorts.count == Self.portCapacity {
            senders[passing].formerPorts.removeFirst()
        }
        senders[passing].change(to: endpoint, at: now)
        return passing
    }

    /// Makes a port of a sender a sender of its own, because it is kept.
    ///
    /// The one of the two that gave the first position keeps that history, and remains the followed one.
    private mutating func split(_ port: SocketEndpoint, from index: Int, at now: MonotonicInstant) -> Int {
        var other = Sender(nextNumber(), at: port, now)
        other.isKept = true
        let sender = senders[index]
        if sender.firstFix?.port == port {
            (other.firstFix, other.lastFix, other.wasUsed) = (sender.firstFix, sender.lastFix, sender.wasUsed)
            (senders[index].firstFix, senders[index].lastFix, senders[index].wasUsed) = (nil, nil, false)
            if followedNumber == sender.number, sender.wasUsed { followedNumber = other.number }
        }
        return add(other)
    }

    private mutating func nextNumber() -> Int {
        sendersSoFar += 1
        return sendersSoFar
    }

    private mutating func add(_ sender: Sender) -> Int {
        makeRoom()
        senders.append(sender)
        return senders.count - 1
    }

    /// Records an epoch from a sender that was heard, and decides whether to follow this sender.
    mutating func record(_ epoch: Epoch, from number: Int, at now: MonotonicInstant) -> Outcome {
        guard case .fix(let fix) = epoch else { return .unchanged }
        guard let index = senders.firstIndex(where: { $0.number == number }) else { return .unchanged }
        senders[index].firstFix = senders[index].firstFix ?? (now, senders[index].endpoint)
        senders[index].hasFixOfPort = true
        senders[index].lastFix = (fix.coordinate, now)
        let candidate = senders[index]
        guard number != followedNumber, let old = senders.first(where: { $0.number == followedNumber }) else {
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
        // Only a sender that was used before may be anywhere when it comes back.
        let isNewcomer = !candidate.wasUsed || !candidate.isKnownLonger(than: old) || old.firstFix == nil
        if isNewcomer, let lastUsed, let meters = excess(of: candidate, at: now) {
            return .tooFar(meters: meters, from: lastUsed.sender, after: lastUsed.at.duration(to: now))
        }
        // Its own next epoch makes that one the followed sender.
        let hasBetter = senders.contains {
            $0.number != followedNumber && $0.isKnownLonger(than: candidate) && $0.isGiving(at: now)
                && excess(of: $0, at: now) == nil
        }
        guard !hasBetter else { return .unchanged }
        followedNumber = number
        use(fix.coordinate, of: index, at: now)
        return .followed(
            SenderChange(to: "\(candidate.endpoint)", from: "\(old.endpoint)", because: cause)
        )
    }

    private mutating func use(_ coordinate: Coordinate, of index: Int, at now: MonotonicInstant) {
        senders[index].wasUsed = true
        lastUsed = (coordinate, senders[index].endpoint, now)
    }

    /// Returns the distance in metres to the last used position; `nil` if a vehicle can have covered it.
    private func excess(of candidate: Sender, at now: MonotonicInstant) -> Double? {
        guard let lastUsed, let fix = candidate.lastFix else { return nil }
        let meters = fix.coordinate.distanceMeters(to: lastUsed.coordinate)
        return meters > lastUsed.at.duration(to: now).inSeconds * Self.fastestVehicle ? meters : nil
    }

    func knows(_ number: Int) -> Bool { senders.contains { $0.number == number } }

    /// Forgets the sender that has been silent the longest, but never the followed one.
    ///
    /// A sender that gave positions is forgotten only for lack of others: anybody can send from many ports.
    private mutating func makeRoom() {
        guard senders.count >= Self.capacity else { return }
        let others = senders.indices.filter { senders[$0].number != followedNumber }
        let silent = others.filter { senders[$0].firstFix == nil }
        let oldest = (silent.isEmpty ? others : silent).min {
            senders[$0].lastHeardAt < senders[$1].lastHeardAt
        }
        if let oldest { senders.remove(at: oldest) }
    }
}
