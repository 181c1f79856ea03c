import Glibc
import LinuxSystem
import LocationModel
import NMEA

/// The UDP datagrams to a port of this machine, from one sender at a time.
final class UDPSource: ByteSource {
    /// The time after which to check whether datagrams were blocked: for the first check, and between further ones.
    private static let firstBlockedCheck: Duration = .seconds(5)
    private static let nextBlockedCheck: Duration = .seconds(30)

    private let address: String?
    private let port: UInt16
    private var socket: DatagramSocket?

    /// When to check whether datagrams were blocked; `nil` once one was received or is known to be blocked.
    private var checkBlockedAt: MonotonicInstant?
    private var isBlocked = false
    private var filter = SenderFilter<SocketEndpoint>()

    init(address: String?, port: UInt16) {
        self.address = address
        self.port = port
    }

    var subject: String {
        guard let address else { return "udp port \(port)" }
        return address.contains(":") ? "udp [\(address)]:\(port)" : "udp \(address):\(port)"
    }

    var descriptor: CInt? { socket?.descriptor.rawValue }

    /// The largest datagram plus a line end.
    var bufferSize: Int { 1 << 16 }

    var deadline: MonotonicInstant? { checkBlockedAt }

    func open(at now: MonotonicInstant) throws(SourceProblem) -> Bool {
        filter = SenderFilter()
        isBlocked = false
        checkBlockedAt = now + Self.firstBlockedCheck
        do throws(NetworkError) {
            socket = try DatagramSocket(address: address, port: port)
            return true
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

    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SourceProblem) -> ReadResult {
        do throws(SystemError) {
            guard let (count, sender) = try socket?.receive(into: &buffer) else { return .nothing }
            checkBlockedAt = nil
            isBlocked = false
            // Nothing from this sender, but more datagrams may be waiting.
            guard filter.accepts(sender, at: now) else { return .bytes(0) }
            guard count < buffer.count, endsWithChecksum(buffer[..<count]) else { return .bytes(count) }
            // Some senders omit the line end at the end of a datagram.
            buffer[count] = UInt8(ascii: "\n")
            return .bytes(count + 1)
        } catch {
            throw SourceProblem(error.reason)
        }
    }

    func checkTuning(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning {
        if let checkAt = checkBlockedAt, now >= checkAt {
            isBlocked = socket?.hasDropped ?? false
            checkBlockedAt = isBlocked ? nil : now + Self.nextBlockedCheck
        }
        guard isBlocked else { return .settled }
        let problem =
            "\(subject): datagrams arrive but are blocked; add their sender to IPAddressAllow= of the service"
        return .searching(.absent(ReceiverProblem(problem), retryAt: nil))
    }

    func close() {
        socket = nil
        checkBlockedAt = nil
    }

    private func endsWithChecksum(_ datagram: ArraySlice<UInt8>) -> Bool {
        let end = datagram.suffix(3)
        return end.count == 3 && end.first == UInt8(ascii: "*")
            && end.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
