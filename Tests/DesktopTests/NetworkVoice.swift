import TestSupport

/// A receiver that says what the test wants.
final class NetworkVoice {
    let url: String
    private let sender: LoopbackSender
    private var second = 0

    init() throws {
        let port = try LoopbackPort.unused()
        url = "udp://127.0.0.1:\(port)"
        sender = try LoopbackSender(to: port)
    }

    /// Tells the next second.
    ///
    /// - Parameter latitude: Degrees and minutes, north; `nil` for no position.
    /// - Throws: `SystemError` if it cannot be sent.
    func tell(_ latitude: String?) throws {
        second += 1
        let nowhere = sentence("GPGGA,\(second % 60 + 100_000).00,,,,,0,00,,,M,,M,,")
        try sender.send(latitude.map { epoch(second, latitude: $0) } ?? nowhere)
    }
}
