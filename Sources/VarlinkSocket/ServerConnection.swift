import LinuxSystem
import Varlink

/// One accepted connection.
///
/// A class, because it owns a descriptor and lives in a dictionary.
final class ServerConnection {
    let id: VarlinkServer.ConnectionID
    let stream: UnixStream
    let userID: UInt32
    let token: Poller.Token

    var conversation: Conversation
    var output = OutputQueue()

    /// Whether more waited than the congestion limit and has not drained since.
    var isCongested = false

    /// Whether it waits for its turn to be served.
    var isRunnable = false

    /// Whether the peer has said that it will write no more.
    var peerHasEnded = false

    /// When the last reply was queued, or the sign of life last asked for.
    var lastReply: ContinuousClock.Instant

    private var interest: Poller.Interest

    init(
        id: VarlinkServer.ConnectionID,
        stream: consuming UnixStream,
        userID: UInt32,
        limits: Conversation.Limits,
        poller: Poller,
        at now: ContinuousClock.Instant
    ) throws(SystemError) {
        self.id = id
        self.userID = userID
        conversation = Conversation(limits: limits)
        lastReply = now
        interest = [.readable, .endOfInput]
        token = try poller.watch(stream.descriptor.rawValue, for: interest)
        self.stream = stream
    }

    /// Whether the peer is to be listened to.
    ///
    /// Not while replies wait: a peer that sends without reading is stopped by the kernel's buffers.
    var wantsInput: Bool { conversation.wantsInput && output.isEmpty }

    /// Whether the conversation can go on without anything from the kernel.
    var hasWork: Bool { conversation.hasNextStep && output.isEmpty }

    /// Tells the poller what to report from now on.
    func updateInterest(in poller: Poller) throws(SystemError) {
        var wanted: Poller.Interest = []
        if wantsInput { wanted.insert(.readable) }
        if !output.isEmpty { wanted.insert(.writable) }
        // Reported again and again, it is asked for until it has come once.
        if !peerHasEnded { wanted.insert(.endOfInput) }
        guard wanted != interest else { return }
        try poller.change(token, to: wanted)
        interest = wanted
    }

    /// When it has to be looked at, whatever arrives.
    func deadline(_ limits: VarlinkServer.Limits) -> ContinuousClock.Instant? {
        var deadlines: [ContinuousClock.Instant] = []
        if let deadline = conversation.deadline { deadlines.append(deadline) }
        if let since = output.stalledSince { deadlines.append(since + limits.outputStall) }
        if conversation.isStreaming { deadlines.append(lastReply + limits.streamSilence) }
        return deadlines.min()
    }
}
