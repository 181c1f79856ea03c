import LinuxSystem

/// Messages on their way to one peer.
///
/// A message is kept as the array that it was encoded into, so that many queues share one copy of it.
struct OutputQueue {
    private var messages: [[UInt8]] = []
    private var sentOfFirst = 0

    /// How many bytes wait.
    private(set) var byteCount = 0

    /// Since when the peer has taken nothing; `nil` while nothing waits.
    private(set) var stalledSince: ContinuousClock.Instant?

    var isEmpty: Bool { byteCount == 0 }

    mutating func append(_ message: [UInt8], at now: ContinuousClock.Instant) {
        if isEmpty { stalledSince = now }
        messages.append(message)
        byteCount += message.count
    }

    /// Sends what the peer takes.
    mutating func flush(to stream: borrowing UnixStream, at now: ContinuousClock.Instant) throws(SystemError)
    {
        var sentMessages = 0
        defer { messages.removeFirst(sentMessages) }
        while sentMessages < messages.count {
            let message = messages[sentMessages]
            let count = try stream.send(message, from: sentOfFirst)
            guard count > 0 else { return }
            stalledSince = now
            byteCount -= count
            sentOfFirst += count
            if sentOfFirst == message.count {
                sentOfFirst = 0
                sentMessages += 1
            }
        }
        stalledSince = nil
    }
}
