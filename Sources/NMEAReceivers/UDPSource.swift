import Glibc
import LinuxSystem
import LocationModel
import NMEA

/// Datagrams that come to a port of this machine, of one sender at a time.
final class UDPSource: ByteSource {
    /// How long a first datagram may take before it is asked whether any were kept back, and until it is asked again.
    private static let firstDoubt: Duration = .seconds(5)
    private static let nextDoubt: Duration = .seconds(30)

    private let address: String?
    private let port: UInt16
    private var socket: DatagramSocket?

    /// When to ask whether datagrams were kept back; `nil` once one has been let in, or that is known.
    private var doubtAt: MonotonicInstant?
    private var isBarred = false
    private var choice = SenderChoice<DatagramSocket.Sender>()

    init(address: String?, port: UInt16) {
        self.address = address
        self.port = port
    }

    var subject: String {
        guard let address else { return "udp port \(port)" }
        return address.contains(":") ? "udp [\(address)]:\(port)" : "udp \(address):\(port)"
    }

    var descriptor: CInt? { socket?.descriptor.rawValue }

    /// The largest datagram, and a line end.
    var bufferSize: Int { 1 << 16 }

    var deadline: MonotonicInstant? { doubtAt }

    func open(at now: MonotonicInstant) throws(SourceProblem) -> Bool {
        choice = SenderChoice()
        isBarred = false
        doubtAt = now + Self.firstDoubt
        do throws(NetworkError) {
            socket = try DatagramSocket(address: address, port: port)
            return true
        } catch {
            guard case .system(let system) = error else { throw SourceProblem(error.description) }
            switch system.code {
            case EADDRINUSE:
                throw SourceProblem(
                    "another program takes what comes there; end that, or choose another port"
                )
            case EADDRNOTAVAIL: throw SourceProblem("not an address of this machine")
            case ENODEV: throw SourceProblem("no network leads to this group")
            default: throw SourceProblem(system.reason)
            }
        }
    }

    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SourceProblem) -> ReadResult {
        do throws(SystemError) {
            guard let (count, sender) = try socket?.receive(into: &buffer) else { return .nothing }
            doubtAt = nil
            isBarred = false
            // Nothing of this one, but there may be more.
            guard choice.accepts(sender, at: now) else { return .bytes(0) }
            guard count < buffer.count, endsWithChecksum(buffer[..<count]) else { return .bytes(count) }
            // Some senders leave the line end to the datagram's.
            buffer[count] = UInt8(ascii: "\n")
            return .bytes(count + 1)
        } catch {
            throw SourceProblem(error.reason)
        }
    }

    func judge(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning {
        if let doubtAt, now >= doubtAt {
            isBarred = socket?.hasDropped ?? false
            self.doubtAt = isBarred ? nil : now + Self.nextDoubt
        }
        guard isBarred else { return .right }
        let problem =
            "\(subject): datagrams come, but none is let in; does IPAddressAllow= of the service name "
            + "who sends them?"
        return .searching(.absent(ReceiverProblem(problem), retryAt: nil))
    }

    func close() {
        socket = nil
        doubtAt = nil
    }

    private func endsWithChecksum(_ datagram: ArraySlice<UInt8>) -> Bool {
        let end = datagram.suffix(3)
        return end.count == 3 && end.first == UInt8(ascii: "*")
            && end.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
