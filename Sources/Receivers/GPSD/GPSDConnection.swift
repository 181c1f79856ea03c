import CGPS
import LinuxSystem
import LocationModel
import NMEA

/// An open connection to gpsd.
///
/// When it is released, it stops watching and closes.
///
/// It is `@safe` because the pointer never leaves it. It is unchecked `Sendable` because the thread that creates it
/// hands it over and never uses it again, and libgps keeps no state outside of it.
@safe final class GPSDConnection: @unchecked Sendable {
    enum Reading {
        /// A message, the device that it is about, and whether it shows that gpsd has a device.
        case message(GPSDMessage, device: String, isOfDevice: Bool)
        case deviceRemoved(String)
        case noDevice

        /// An error message of gpsd about the watch request.
        case error(String)

        /// A line that gpsd never writes.
        case invalid

        /// No complete message for now.
        case nothing

        /// The connection was closed, or gpsd sent something unreadable.
        case closed
    }

    private let handle: OpaquePointer

    /// Connects to gpsd and watches one device, or all devices if none is named.
    ///
    /// Blocks without a time limit.
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

    var descriptor: CInt { unsafe cgps_descriptor(handle) }

    func askForDevices() { unsafe cgps_ask_for_devices(handle) }

    /// Reads one message without blocking.
    ///
    /// After the descriptor became readable, call it until it returns ``Reading/nothing``: libgps buffers lines.
    func read() -> Reading {
        var report = cgps_report()
        switch unsafe cgps_read(handle, &report) {
        case 1:
            let device = unsafe withUnsafeBytes(of: &report.device) { unsafe Self.text(in: $0) }
            if report.has_gone != 0 { return .deviceRemoved(device) }
            if report.has_no_device != 0 { return .noDevice }
            let error = unsafe withUnsafeBytes(of: &report.error) { unsafe Self.text(in: $0) }
            guard error.isEmpty else { return .error(error) }
            guard report.is_known != 0 else { return .invalid }
            return .message(GPSDMessage(report), device: device, isOfDevice: report.has_device != 0)
        case 0: return .nothing
        default: return .closed
        }
    }

    private static func text(in bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
