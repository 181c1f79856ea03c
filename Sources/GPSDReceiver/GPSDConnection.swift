import CGPS
import GPSDReports
import LinuxSystem
import LocationModel

/// An open connection to gpsd, closed when its owner goes away; gpsd is then told that nobody watches.
///
/// Safe, because the pointer never leaves it. Unchecked, because the thread that makes it hands it over and never uses it
/// again, and libgps keeps nothing outside of it.
@safe final class GPSDConnection: @unchecked Sendable {
    /// What ``read()`` found.
    enum Reading {
        /// One message, and the device that it is about.
        case message(GPSDMessage, device: String)

        /// A device has gone from gpsd.
        case gone(device: String)

        /// What gpsd was asked for it has not.
        case refusal(String)

        /// A line that no gpsd writes.
        case nonsense

        /// Nothing complete for now.
        case nothing

        /// The end: gpsd has gone or talks nonsense.
        case end
    }

    private let handle: OpaquePointer

    /// Connects, to all of gpsd's devices unless one is named; blocks without a limit of time.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: A service name or a number.
    ///   - device: The path that gpsd calls the device by.
    /// - Throws: ``ReceiverProblem`` with libgps's or the system's words.
    init(host: String, port: String, device: String?) throws(ReceiverProblem) {
        var code: CInt = 0
        let opened =
            if let device { unsafe cgps_open(host, port, device, &code) } else {
                unsafe cgps_open(host, port, nil, &code)
            }
        guard let opened = unsafe opened else {
            throw unsafe ReceiverProblem(String(cString: cgps_problem(code)))
        }
        unsafe handle = opened
        unsafe keepAlive(cgps_descriptor(opened))
    }

    deinit { unsafe cgps_close(handle) }

    /// The socket, to wait on for reading.
    var descriptor: CInt { unsafe cgps_descriptor(handle) }

    /// Takes in one message without waiting for it.
    ///
    /// After the descriptor was readable, call it until it finds nothing: libgps keeps lines that it has read.
    func read() -> Reading {
        var report = cgps_report()
        switch unsafe cgps_read(handle, &report) {
        case 1:
            let device = unsafe withUnsafeBytes(of: &report.device) { unsafe Self.text(in: $0) }
            if report.has_gone != 0 { return .gone(device: device) }
            let refusal = unsafe withUnsafeBytes(of: &report.error) { unsafe Self.text(in: $0) }
            guard refusal.isEmpty else { return .refusal(refusal) }
            return report.is_known != 0 ? .message(GPSDMessage(report), device: device) : .nonsense
        case 0: return .nothing
        default: return .end
        }
    }

    private static func text(in bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
