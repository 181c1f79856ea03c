package import LinuxSystem
package import LocationModel
package import NMEA

/// The transport of a receiver's bytes: a serial port, a connection or a socket.
///
/// No call blocks. A source can be opened and closed any number of times.
package protocol ByteSource: AnyObject {
    /// The name with which its error messages begin.
    var subject: String { get }

    /// The descriptor to wait on for reading, while the source is open or being opened.
    var descriptor: CInt? { get }

    /// The path whose change makes another attempt to open worthwhile.
    var path: String? { get }

    /// The silence after which the connection itself is assumed to be broken.
    var longestSilence: Duration? { get }

    /// The number of bytes to read at once.
    var bufferSize: Int { get }

    /// When to call ``checkTuning(_:at:)`` even if nothing has arrived.
    var deadline: MonotonicInstant? { get }

    func open(at now: MonotonicInstant) throws(SourceProblem)

    /// Returns whether the source is open: asked at once, and after its descriptor became readable.
    func finishOpening() throws(SourceProblem) -> Bool

    func read(into buffer: inout [UInt8], at now: MonotonicInstant) throws(SystemError) -> ReadResult

    /// The meaning of the end of its bytes, in words for a message.
    var meaningOfEnd: String { get }

    /// Creates the feed that turns its bytes into reports.
    func makeFeed(at now: Moment) -> any LiveFeed

    /// Checks, by the sentences so far, whether the source is set up correctly, such as its line speed.
    func checkTuning(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning

    /// Returns the change of the sender before the bytes that were read last, once.
    func removeSenderChange() -> SenderChange?

    /// Closes everything. Further calls do nothing.
    func close()
}

/// Turns the bytes of a live receiver into reports, whatever the transport.
///
/// Time is a parameter. Its calls throw if the source is useless.
package protocol LiveFeed: AnyObject {
    var statistics: DecodeStatistics { get }

    var state: ReceiverState { get }

    /// When ``checkQuiet(at:)`` may return reports.
    var deadline: MonotonicInstant? { get }

    func decode(_ bytes: Span<UInt8>, at now: MonotonicInstant) throws(SourceProblem) -> [ReceiverReport]

    /// Returns the epoch that a quiet line completes, and the state after a longer silence.
    func checkQuiet(at now: MonotonicInstant) throws(SourceProblem) -> [ReceiverReport]

    /// Returns what is left at the end of the stream.
    func finish(at now: MonotonicInstant) -> [ReceiverReport]
}

/// The state of a source's setup, such as its line speed.
package enum Tuning: Hashable {
    case settled

    /// Not known yet; report this state.
    case searching(ReceiverState)

    /// The setup has changed; discard what was read before, and report this state.
    case retuned(ReceiverState)
}

extension ByteSource {
    package var path: String? { nil }
    package var longestSilence: Duration? { nil }
    package var bufferSize: Int { 4096 }
    package var deadline: MonotonicInstant? { nil }

    package func finishOpening() throws(SourceProblem) -> Bool { true }

    package var meaningOfEnd: String { "the source ended" }

    package func removeSenderChange() -> SenderChange? { nil }

    package func makeFeed(at now: Moment) -> any LiveFeed { SentenceFeed(clock: now.utc) }

    package func checkTuning(
        _ statistics: DecodeStatistics,
        at now: MonotonicInstant
    ) throws(SourceProblem) -> Tuning { .settled }
}

/// The reason why a source cannot be opened, or is no longer open.
package struct SourceProblem: Error {
    /// The error message: what is wrong and what to do.
    let reason: String

    /// Whether a retry is pointless until something changes at the source's path.
    let waitsForPath: Bool

    init(_ reason: String, waitsForPath: Bool = false) {
        self.reason = reason
        self.waitsForPath = waitsForPath
    }
}
