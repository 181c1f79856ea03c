import CReceivers
package import LinuxSystem
package import LocationModel
import NMEA

/// A source of gpsd's lines, through libgps.
///
/// ``GPSDLine`` parses them, as it parses those of a recording: libgps' own parsing depends on its version.
package final class GPSDSource: ByteSource {
    private let host: String
    private let port: String
    private let device: String?
    private let trusted: TrustedUsers
    private var attempt = ConnectionAttempt<GPSDConnection>()

    /// Whether libgps may have read more lines, which make no descriptor readable.
    private var mayHaveMore = false

    /// Creates a closed source of one device, or of whichever has a position.
    ///
    /// A gpsd on this machine must belong to one of the `trusted` users.
    package init(host: String, port: String, device: String?, trusted: TrustedUsers) {
        self.host = host
        self.port = port
        self.device = device
        self.trusted = trusted
    }

    package var subject: String { "gpsd at \(host):\(port)" }
    package var descriptor: CInt? { attempt.connection?.descriptor ?? attempt.descriptor }

    /// More than the longest line that libgps accepts.
    package var bufferSize: Int { 1 << 16 }
    package var deadline: MonotonicInstant? { mayHaveMore ? .systemEpoch : nil }
    package var meaningOfEnd: String { "gpsd closed the connection" }

    package func makeFeed(at now: Moment) -> any LiveFeed {
        GPSDFeed(of: subject, isOfOneDevice: device != nil, at: now.instant)
    }

    package func open(at now: MonotonicInstant) throws(SourceProblem) {
        let (host, port, device, trusted) = (host, port, device, trusted)
        try attempt.begin(named: "gpsd-connect") { () throws(SourceProblem) in
            // libgps would wait for two minutes and then only report that nobody answered.
            if let barrier = UInt16(port).flatMap({ NetworkBarrier.find(before: host, port: $0) }) {
                throw SourceProblem(barrier)
            }
            let connection = try GPSDConnection(host: host, port: port, device: device)
            if let objection = trusted.objection(toServerOf: connection.descriptor) {
                throw SourceProblem(objection)
            }
            return connection
        }
    }

    package func finishOpening() throws(SourceProblem) -> Bool {
        // libgps may already have read gpsd's first messages while connecting.
        mayHaveMore = try attempt.finish()
        return mayHaveMore
    }

    package func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SystemError) -> ReadResult
    {
        let result = attempt.connection?.read(into: &buffer) ?? .end
        mayHaveMore = if case .bytes = result { true } else { false }
        return result
    }

    package func close() {
        attempt.close()
        mayHaveMore = false
    }
}

/// An open connection to gpsd.
///
/// When it is released, it stops watching and closes.
///
/// It is `@safe` because the pointer never leaves it. It is unchecked `Sendable` because the thread that creates it
/// hands it over and never uses it again, and libgps keeps no state outside of it.
@safe private final class GPSDConnection: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Connects to gpsd and watches one device, or all devices if none is named.
    ///
    /// Blocks without a time limit.
    init(host: String, port: String, device: String?) throws(SourceProblem) {
        var code: CInt = 0
        guard let opened = unsafe cgps_open(host, port, device, &code) else {
            let reason =
                code == 0 ? Self.obstacle(before: host, port) : SystemError("send", code: code).reason
            throw SourceProblem("\(reason); is gpsd running there?")
        }
        unsafe handle = opened
        unsafe keepAlive(cgps_descriptor(opened))
    }

    deinit { unsafe cgps_close(handle) }

    /// Returns the reason why libgps cannot connect.
    private static func obstacle(before host: String, _ port: String) -> String {
        do throws(NetworkError) {
            _ = try TCPStream(connectingTo: host, port: UInt16(port) ?? 0)
            return "it does not answer"
        } catch {
            return error.description
        }
    }

    var descriptor: CInt { unsafe cgps_descriptor(handle) }

    /// Reads one line without blocking.
    func read(into buffer: inout [UInt8]) -> ReadResult {
        let length = unsafe cgps_read(handle, &buffer, CInt(buffer.count))
        switch length {
        case CGPS_NOTHING: return .nothing
        case CGPS_CLOSED: return .end
        default: return .bytes(Int(length))
        }
    }
}
