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

    /// Tells a place of the next second, with the degrees and minutes of its latitude, north.
    func tell(_ latitude: String) throws {
        second += 1
        try sender.send(epoch(second, latitude: latitude))
    }
}
