import Glibc
import LinuxSystem
import TestSupport

/// A receiver that says what the test wants.
protocol SpokenReceiver: AnyObject {
    var url: String { get }

    /// Tells the next second.
    ///
    /// - Parameter latitude: Degrees and minutes, north; `nil` for no position.
    /// - Throws: `SystemError` if it cannot be sent.
    func tell(_ latitude: String?) throws
}

/// Returns the sentences of a second with a position, or without one.
private func text(_ second: Int, _ latitude: String?) -> String {
    guard let latitude else { return sentence("GPGGA,\(second % 60 + 100_000).00,,,,,0,00,,,M,,M,,") }
    return epoch(second, latitude: latitude)
}

final class NetworkVoice: SpokenReceiver {
    let url: String
    private let sender: LoopbackSender
    private var second = 0

    init() throws {
        let port = try LoopbackPort.unused()
        url = "udp://127.0.0.1:\(port)"
        sender = try LoopbackSender(to: port)
    }

    func tell(_ latitude: String?) throws {
        second += 1
        try sender.send(text(second, latitude))
    }
}

final class GPSDVoice: SpokenReceiver {
    private let gpsd: LiveGPSD
    private var feed: FileDescriptor?
    private var second = 0

    init() throws { gpsd = try LiveGPSD() }

    var url: String { "gpsd://127.0.0.1:\(gpsd.port)" }

    func tell(_ latitude: String?) throws {
        // gpsd connects once the daemon watches it.
        if feed == nil { feed = try gpsd.feedAlready() }
        second += 1
        try feed?.send(text(second, latitude))
    }

    func restart() throws {
        gpsd.kill()
        feed = nil
        try gpsd.restart()
    }
}
