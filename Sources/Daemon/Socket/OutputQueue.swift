import LinuxSystem

/// The queue of messages to one peer.
///
/// Each message stays in the array it was encoded into, so that many queues share one copy.
struct OutputQueue {
    private var messages: [[UInt8]] = []
    private var sentOfFirst = 0
    private(set) var byteCount = 0

    /// The time since which the peer has accepted nothing; `nil` while the queue is empty.
    private(set) var stalledSince: ContinuousClock.Instant?

    var isEmpty: Bool { byteCount == 0 }

    mutating func append(_ message: [UInt8], at now: ContinuousClock.Instant) {
        if isEmpty { stalledSince = now }
        messages.append(message)
        byteCount += message.count
    }

    /// Sends as many bytes as the peer accepts.
    mutating func flush(to stream: any LocalStream, at now: ContinuousClock.Instant) throws(SystemError) {
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
