import CGPS
import GPSDReports
import LinuxSystem
import LocationModel

/// An open connection to gpsd, closed when its owner goes away; gpsd is then told that nobody watches.
///
/// Safe, because the pointer never leaves it.
@safe final class GPSDConnection {
    /// What ``read()`` found.
    enum Reading {
        /// One message, and the device that it is about.
        case message(GPSDMessage, device: String)

        /// Nothing complete for now.
        case nothing

        /// The end: gpsd has gone or talks nonsense.
        case end
    }

    private let handle: OpaquePointer

    /// Takes ownership of what `cgps_open` gave.
    init(owning handle: OpaquePointer) { unsafe self.handle = handle }

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
            let device = unsafe withUnsafeBytes(of: &report.device) { path in
                unsafe String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
            }
            return .message(GPSDMessage(report), device: device)
        case 0: return .nothing
        default: return .end
        }
    }
}

/// One attempt to connect, made on the side; given up when its owner goes away.
///
/// Safe, because the pointer never leaves it but to end it.
@safe final class GPSDAttempt {
    private var handle: OpaquePointer?

    /// Begins to connect, to all of gpsd's devices unless one is named.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: A service name or a number.
    ///   - device: The path that gpsd calls the device by.
    /// - Throws: ``SystemError`` if the system cannot start a thread.
    init(host: String, port: String, device: String?) throws(SystemError) {
        let started =
            if let device { unsafe cgps_attempt_start(host, port, device) } else {
                unsafe cgps_attempt_start(host, port, nil)
            }
        guard let started = unsafe started else { throw SystemError("pthread_create") }
        unsafe handle = started
    }

    deinit {
        if let handle = unsafe handle { unsafe cgps_attempt_abandon(handle) }
    }

    /// Readable once the attempt is over; `nil` once its result has been taken.
    var descriptor: CInt? { unsafe handle.map { unsafe cgps_attempt_descriptor($0) } }

    /// Takes the result, or returns `nil` while there is none.
    ///
    /// - Throws: ``ReceiverProblem`` with libgps's or the system's words.
    func result() throws(ReceiverProblem) -> GPSDConnection? {
        guard let over = unsafe handle, unsafe cgps_attempt_is_over(over) != 0 else { return nil }
        unsafe handle = nil
        var code: CInt = 0
        guard let connection = unsafe cgps_attempt_finish(over, &code) else {
            throw unsafe ReceiverProblem(String(cString: cgps_problem(code)))
        }
        return unsafe GPSDConnection(owning: connection)
    }
}
