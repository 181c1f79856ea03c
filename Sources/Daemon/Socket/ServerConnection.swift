import LinuxSystem
import Varlink

final class ServerConnection {
    let stream: any LocalStream
    let userID: UInt32
    let token: Poller.Token
    var id: VarlinkServer.ConnectionID { VarlinkServer.ConnectionID(token) }

    var conversation: Conversation
    var output = OutputQueue()

    /// Whether the output exceeded the congestion limit and has not drained since.
    var isCongested = false
    var isRunnable = false
    var peerHasEnded = false

    /// The time of the last queued reply or the last request for a keep-alive.
    var lastReply: ContinuousClock.Instant

    /// Whether a stream needs no signs of life.
    var mayBeSilent = false

    /// The time at which the server checks the deadlines of the connection; `nil` if it has none.
    var checkAt: ContinuousClock.Instant?

    /// Whether the peer has sent something that is not to be read yet.
    var inputWaits = false

    private var interest: Poller.Interest

    init(
        stream: any LocalStream,
        peer: PeerCredentials,
        conversation: consuming Conversation,
        kernel: any Kernel,
        at now: ContinuousClock.Instant
    ) throws(SystemError) {
        userID = peer.userID
        self.conversation = conversation
        lastReply = now
        interest = [.readable, .endOfInput]
        token = try kernel.watch(stream.number, for: interest)
        self.stream = stream
    }

    /// Whether to read from the peer: not while replies are queued, so that the kernel stops a peer that only
    /// sends.
    var wantsInput: Bool { conversation.wantsInput && output.isEmpty }

    /// Whether the conversation can proceed without the kernel.
    var hasWork: Bool { conversation.hasNextStep && output.isEmpty }

    /// Registers the events of interest with the poller.
    ///
    /// It goes on watching for input while none is wanted, until some arrives: most peers send nothing before the reply.
    func updateInterest(in kernel: any Kernel) throws(SystemError) {
        let wantsInput = wantsInput
        if wantsInput { inputWaits = false }
        let isReading = wantsInput || !inputWaits && interest.contains(.readable)
        var wanted: Poller.Interest = isReading ? .readable : []
        if !output.isEmpty { wanted.insert(.writable) }
        // It is reported repeatedly, so it is wanted only until it has been seen.
        if !peerHasEnded { wanted.insert(.endOfInput) }
        guard wanted != interest else { return }
        try kernel.change(token, to: wanted)
        interest = wanted
    }

    /// Returns the time at which the connection must be checked even without input.
    func deadline(_ limits: VarlinkServer.Limits) -> ContinuousClock.Instant? {
        let deadline =
            conversation.isStreaming
            ? (mayBeSilent ? nil : limits.endOfSilence(since: lastReply)) : conversation.deadline
        guard let stalledSince = output.stalledSince else { return deadline }
        return earliest(deadline, stalledSince + limits.outputStall)
    }
}

/// Returns the earlier of two instants, or the one that there is.
func earliest(
    _ instant: ContinuousClock.Instant?,
    _ other: ContinuousClock.Instant?
) -> ContinuousClock.Instant? {
    guard let instant, let other else { return instant ?? other }
    return min(instant, other)
}

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
