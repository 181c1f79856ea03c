import LinuxSystem
import LocationModel
import NMEA

/// What carries a receiver's bytes to this machine: a serial port, a connection, a socket.
///
/// Nothing of it blocks. It can be opened and closed as often as one likes.
protocol ByteSource: AnyObject {
    /// What people know it by, to begin a message with.
    var subject: String { get }

    /// What to wait on for reading while it is open or being opened.
    var descriptor: CInt? { get }

    /// The file whose appearance shows that opening is worth another attempt.
    var path: String? { get }

    /// The silence after which something must be wrong with the connection itself.
    var longestSilence: Duration? { get }

    /// Bytes read at a time.
    var bufferSize: Int { get }

    /// When ``judge(_:at:)`` may have news though nothing has come.
    var deadline: MonotonicInstant? { get }

    /// Begins to open, and returns whether it is open already.
    func open(at now: MonotonicInstant) throws(SourceProblem) -> Bool

    /// Returns whether it is open now, after its descriptor was readable.
    func finishOpening() throws(SourceProblem) -> Bool

    /// Reads what is there.
    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SourceProblem) -> ReadResult

    /// Judges by what has come so far whether it is listened to in the right way.
    func judge(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning

    /// Closes everything; calling it again does nothing.
    func close()
}

/// Whether a source is listened to in the right way.
enum Tuning {
    /// As far as can be told.
    case right

    /// That is being found out, which is the state given.
    case searching(ReceiverState)

    /// Another way was begun; what came before was nothing.
    case changed(ReceiverState)
}

extension ByteSource {
    var path: String? { nil }
    var longestSilence: Duration? { nil }
    var bufferSize: Int { 4096 }
    var deadline: MonotonicInstant? { nil }

    func finishOpening() throws(SourceProblem) -> Bool { true }

    func judge(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning { .right }
}

/// Why a source cannot be opened, or is no longer open.
struct SourceProblem: Error {
    /// What is wrong and what to do, for a person.
    let reason: String

    /// Whether nothing can change before something happens at the source's path.
    let waitsForPath: Bool

    init(_ reason: String, waitsForPath: Bool = false) {
        self.reason = reason
        self.waitsForPath = waitsForPath
    }
}
