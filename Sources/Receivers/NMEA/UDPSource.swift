import Glibc
package import LinuxSystem
package import LocationModel
package import NMEA

/// The UDP datagrams to a port of this machine, from one sender at a time.
///
/// Each sender's sentences are decoded separately, to know which sender has a position.
package final class UDPSource: ByteSource {
    /// The time after which to check whether datagrams were blocked: for the first check, and between further ones.
    private static let firstBlockedCheck: Duration = .seconds(5)
    private static let nextBlockedCheck: Duration = .seconds(30)

    /// The interval between look-ups of the user of a sender on this machine, as another program could get
    /// its port.
    private static let nextLookUp: Duration = .seconds(1)

    /// The most look-ups in that interval, so that a flood of senders cannot block the loop.
    private static let lookUps = 10

    /// The time without a usable datagram after which the reason for ignoring others is the receiver's state.
    private static let silence: Duration = .seconds(5)

    /// The time before such a reason is reported again, perhaps in other words, so that it does not fill the
    /// journal.
    private static let nextTelling: Duration = .seconds(300)

    /// The silence after which a multicast group is joined again: the membership ends with the network
    /// interface.
    private static let renewal: Duration = .seconds(60)

    /// The most senders that are remembered as accepted.
    private static let acceptedLimit = 64

    private let address: String?
    private let port: UInt16
    private let pinned: String?
    private let trusted: TrustedUsers
    private var socket: DatagramSocket?

    /// When to check whether datagrams were blocked; `nil` once one was received or some are known to be
    /// blocked.
    private var checkBlockedAt: MonotonicInstant?
    private var isBlocked = false
    private var onlyAddress: SocketAddress?
    private var choice = SenderChoice()
    private var decoders: [Int: NMEADecoder] = [:]

    /// The senders on this machine that were looked up since ``lookUpsSince``, with the objection to each.
    private var lookedUp: [SocketEndpoint: String?] = [:]
    private var lookUpsSince = MonotonicInstant.systemEpoch

    /// The senders that the latest look-up accepted, so that a flood of others does not displace them.
    private var accepted: Set<SocketEndpoint> = []

    /// The reason why the latest datagrams of others are ignored, until it is reported.
    private var objection: String?

    /// When to report an objection, if nothing usable arrives until then.
    private var tellAt = MonotonicInstant.systemEpoch

    /// When to join the group again, if nothing arrives until then; `nil` for no group.
    private var renewAt: MonotonicInstant?
    private var change: SenderChange?

    /// Creates a closed source of the datagrams to one address or to all of this machine, from one sender or a chosen one.
    ///
    /// Programs on this machine must belong to a `trusted` user.
    package init(
        address: String?,
        port: UInt16,
        pinned: String? = nil,
        trusted: TrustedUsers = TrustedUsers()
    ) {
        self.address = address
        self.port = port
        self.pinned = pinned
        self.trusted = trusted
    }

    package var subject: String {
        guard let address else { return "udp port \(port)" }
        return address.contains(":") ? "udp [\(address)]:\(port)" : "udp \(address):\(port)"
    }

    package var descriptor: CInt? { socket?.descriptor.rawValue }

    /// The largest datagram plus a line end.
    package var bufferSize: Int { 1 << 16 }

    package var deadline: MonotonicInstant? {
        .earliest(of: checkBlockedAt, renewAt, objection == nil ? nil : tellAt)
    }

    private var isGroup: Bool {
        guard let address else { return false }
        if address.contains(":") { return address.lowercased().hasPrefix("ff") }
        return UInt8(address.prefix { $0 != "." }).map { (224...239).contains($0) } ?? false
    }

    package func open(at now: MonotonicInstant) throws(SourceProblem) {
        onlyAddress = try pinned.map { pinned throws(SourceProblem) in
            guard let address = SocketAddress(pinned) else {
                throw SourceProblem("'\(pinned)' after 'from=' is not a numeric address")
            }
            return address
        }
        choice.open(at: now)
        decoders = [:]
        (lookedUp, accepted) = ([:], [])
        (objection, tellAt) = (nil, now + Self.silence)
        isBlocked = false
        checkBlockedAt = now + Self.firstBlockedCheck
        renewAt = isGroup ? now + Self.renewal : nil
        do throws(NetworkError) {
            socket = try DatagramSocket(address: address, port: port)
        } catch {
            guard case .system(let system) = error else { throw SourceProblem(error.description) }
            switch system.code {
            case EADDRINUSE:
                throw SourceProblem(
                    "another program uses this port; stop it, or choose another port"
                )
            case EADDRNOTAVAIL: throw SourceProblem("not an address of this machine")
            case ENODEV: throw SourceProblem("no network route to this multicast group")
            default: throw SourceProblem(system.reason)
            }
        }
    }

    package func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SystemError) -> ReadResult
    {
        guard let (count, sender) = try socket?.receive(into: &buffer) else { return .nothing }
        checkBlockedAt = nil
        isBlocked = false
        if renewAt != nil { renewAt = now + Self.renewal }
        // Nothing usable from this sender, but more datagrams may be waiting.
        guard isUsable(buffer.span.extracting(0..<count), from: sender, at: now) else { return .bytes(0) }
        (objection, tellAt) = (nil, now + Self.silence)
        guard count < buffer.count, endsWithChecksum(buffer[..<count]) else { return .bytes(count) }
        // Some senders omit the line end at the end of a datagram.
        buffer[count] = UInt8(ascii: "\n")
        return .bytes(count + 1)
    }

    package func checkTuning(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning {
        if let checkAt = checkBlockedAt, now >= checkAt {
            isBlocked = socket?.hasDropped ?? false
            checkBlockedAt = isBlocked ? nil : now + Self.nextBlockedCheck
        }
        if let at = renewAt, now >= at {
            renewAt = now + Self.renewal
            // The new socket is opened before the old one is closed, so that it has another number. The port
            // can be shared.
            do throws(NetworkError) { socket = try DatagramSocket(address: address, port: port) } catch {}
        }
        if let objection, now >= tellAt {
            (self.objection, tellAt) = (nil, now + Self.nextTelling)
            return .searching(.absent(ReceiverProblem("\(subject): \(objection)"), retryAt: nil))
        }
        guard isBlocked else { return .settled }
        let problem =
            "\(subject): datagrams arrive but are blocked; add their sender to IPAddressAllow= of the service"
        return .searching(.absent(ReceiverProblem(problem), retryAt: nil))
    }

    package func close() {
        socket = nil
        checkBlockedAt = nil
        renewAt = nil
    }

    package func removeSenderChange() -> SenderChange? {
        defer { change = nil }
        return change
    }

    /// Returns whether to use a datagram, and records an objection if not.
    private func isUsable(
        _ datagram: Span<UInt8>,
        from sender: SocketEndpoint,
        at now: MonotonicInstant
    ) -> Bool {
        if let onlyAddress, !sender.address.matches(onlyAddress) {
            objection =
                "datagrams come from \(sender.address), and not from \(onlyAddress) as 'from=' demands"
            return false
        }
        if let reason = lookUpObjection(to: sender, at: now) {
            objection = reason
            return false
        }
        let number = choice.record(sender, at: now)
        if decoders.count > SenderChoice.capacity { decoders = decoders.filter { choice.knows($0.key) } }
        var epochs: [Epoch] = []
        decoders[number, default: NMEADecoder(closesPromptly: true)].decode(datagram) { epoch, _ in
            epochs.append(epoch)
        }
        for epoch in epochs {
            switch choice.record(epoch, from: number, at: now) {
            case .unchanged: break
            case .followed(let change): self.change = change
            case .tooFar(let meters, let other, let time):
                let distance =
                    "\(Int(meters / 1000)) km from where \(other) was \(time.components.seconds) s ago"
                objection =
                    "\(sender) is not followed, because it is \(distance); to read one sender only, add "
                    + "'?from=ADDRESS' to the receiver's URL"
            }
        }
        return choice.followed == sender
    }

    private func lookUpObjection(to sender: SocketEndpoint, at now: MonotonicInstant) -> String? {
        guard trusted.mustLookUp(sender) else { return nil }
        if now >= lookUpsSince + Self.nextLookUp { (lookUpsSince, lookedUp) = (now, [:]) }
        if let known = lookedUp[sender] { return known }
        guard lookedUp.count < Self.lookUps else {
            let isAccepted = accepted.contains(sender)
            return isAccepted ? nil : "datagrams come from too many ports to look up whose they are"
        }
        let objection = trusted.objection(toSender: sender)
        lookedUp[sender] = .some(objection)
        accepted.remove(sender)
        if accepted.count >= Self.acceptedLimit { accepted = [] }
        if objection == nil { accepted.insert(sender) }
        return objection
    }

    private func endsWithChecksum(_ datagram: ArraySlice<UInt8>) -> Bool {
        let end = datagram.suffix(3)
        return end.count == 3 && end.first == UInt8(ascii: "*")
            && end.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
