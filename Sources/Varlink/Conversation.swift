/// What one connection of a server has heard and still owes.
///
/// It performs no I/O and reads no clock. Hand it what arrives with ``received(_:at:)`` and ``inputEnded()`` while
/// ``wantsInput`` holds, take its steps with ``nextStep(at:)``, and tell it of every reply with
/// ``replied(continues:at:)``. Calls are handed out one at a time and in order; the next follows the last
/// reply to the one before.
package struct Conversation: Sendable {
    /// What a peer may ask for at once.
    package struct Limits: Hashable, Sendable {
        /// The longest message, without its terminator.
        package var messageBytes = 65_536

        /// How deep objects and arrays may be nested.
        package var messageDepth = 32

        /// How many calls may wait before no more is read.
        ///
        /// The rest waits in the kernel, whose buffer stops the client. What one read brings beyond it is kept: it
        /// is no more than that read's buffer.
        package var waitingCalls = 16

        /// How long a message may take from its first byte to its terminator.
        package var partialMessage: Duration = .seconds(10)

        /// Creates the usual limits.
        package init() {}
    }

    /// What is to be done next.
    package enum Step: Hashable, Sendable {
        /// Answer this call.
        case answer(Call)

        /// Close the connection.
        case close(Ending)

        /// Nothing, until something arrives or the call at hand is answered.
        case wait
    }

    /// Why a connection is of no more use.
    package enum Ending: Hashable, Sendable {
        /// The peer has said everything, and everything is answered.
        case finished

        /// The peer stopped within a message.
        case truncated

        /// The peer sent what is no call.
        case violated(CallError)

        /// The peer sent a message that is longer than the limit.
        case messageTooLong

        /// The peer took too long over one message.
        case messageTooSlow
    }

    /// What becomes of a reply.
    package enum ReplyFate: Hashable, Sendable {
        /// It is to be sent.
        case send

        /// It is not to be sent: the caller wants no reply.
        case discard
    }

    private let limits: Limits
    private var splitter: MessageSplitter

    /// The call that has been handed out and not fully answered.
    private var openMode: Call.Mode?

    private var inputHasEnded = false
    private var partialSince: ContinuousClock.Instant?

    /// Begins a conversation in which nothing has been said.
    package init(limits: Limits = Limits()) {
        self.limits = limits
        splitter = MessageSplitter(limit: limits.messageBytes)
    }

    /// Whether the peer is to be listened to.
    package var wantsInput: Bool {
        openMode == nil && !inputHasEnded && !splitter.hasOverflowed && splitter.count < limits.waitingCalls
    }

    /// Whether a call with ``Call/Mode/more`` is open, so that replies may be sent at any time.
    package var isStreaming: Bool { openMode == .more }

    /// Whether a call has been handed out that is not fully answered.
    package var isAnswering: Bool { openMode != nil }

    /// Whether ``nextStep(at:)`` has something to say even if nothing arrives.
    package var hasNextStep: Bool {
        openMode == nil && (splitter.count > 0 || splitter.hasOverflowed || inputHasEnded)
    }

    /// When to ask for the next step at the latest, if nothing arrives before.
    package var deadline: ContinuousClock.Instant? {
        guard openMode == nil, splitter.count == 0 else { return nil }
        return partialSince?.advanced(by: limits.partialMessage)
    }

    /// Takes in what has arrived.
    package mutating func received(_ bytes: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
        let completed = splitter.count
        splitter.append(bytes)
        if !splitter.hasPartialMessage {
            partialSince = nil
        } else if partialSince == nil || splitter.count > completed {
            partialSince = now
        }
    }

    /// Takes note that the peer will send no more.
    package mutating func inputEnded() { inputHasEnded = true }

    /// Says what to do now.
    package mutating func nextStep(at now: ContinuousClock.Instant) -> Step {
        guard openMode == nil else { return .wait }
        if let message = splitter.next() {
            do throws(CallError) {
                let call = try Call(parsing: message, depthLimit: limits.messageDepth)
                openMode = call.mode
                return .answer(call)
            } catch { return .close(.violated(error)) }
        }
        if splitter.hasOverflowed { return .close(.messageTooLong) }
        if inputHasEnded { return .close(splitter.hasPartialMessage ? .truncated : .finished) }
        if let deadline, deadline <= now { return .close(.messageTooSlow) }
        return .wait
    }

    /// Takes note of a reply to the call at hand.
    ///
    /// - Parameters:
    ///   - continues: Whether further replies follow.
    ///   - now: The time.
    /// - Returns: What becomes of it. A reply that nobody asked for stops a debug build and is discarded in others.
    package mutating func replied(continues: Bool, at now: ContinuousClock.Instant) -> ReplyFate {
        guard let mode = openMode, mode == .more || !continues else {
            assertionFailure("a reply with continues \(continues) to a call of mode \(openMode as Any)")
            return .discard
        }
        if !continues {
            openMode = nil
            // While the call was open nobody listened, so that time does not count against the peer.
            if partialSince != nil { partialSince = now }
        }
        return mode == .oneway ? .discard : .send
    }
}
