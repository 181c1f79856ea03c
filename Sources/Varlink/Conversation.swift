/// The protocol state of one server connection.
///
/// It performs no I/O and reads no clock. Pass input to ``received(_:at:)`` and ``inputEnded()`` while ``wantsInput``
/// holds, act on ``nextStep(at:)``, and report every reply with ``replied(continues:at:)``. It returns calls in order
/// and one at a time: the next call follows the last reply to the previous one. It cannot be copied, since asking a copy
/// in another module costs more than the answer.
package struct Conversation: ~Copyable, Sendable {
    package struct Limits: Hashable, Sendable {
        /// The maximum length of a message without its terminator.
        package var messageBytes = 65_536

        /// The number of waiting calls at which reading stops.
        ///
        /// Further calls stay in the kernel's buffer, which blocks the client when full. Calls beyond the limit that
        /// arrive in one read are kept; they fit into that read's buffer.
        package var waitingCalls = 16

        /// The maximum time from the first byte of a message to its terminator.
        package var partialMessage: Duration = .seconds(10)

        package init() {}
    }

    package enum Step: Hashable, Sendable {
        case answer(Call)
        case close(Ending)

        /// Wait for input or for the answer to the current call.
        case wait
    }

    package enum Ending: Hashable, Sendable {
        /// The peer closed its side and every call is answered.
        case finished
        case truncated
        case violated(CallError)
        case messageTooLong

        case messageTooSlow
    }

    private let limits: Limits
    private var splitter: MessageSplitter

    /// The mode of the current call, until it is fully answered.
    private var openMode: Call.Mode?

    /// The length in bytes of the message that ``nextStep(at:)`` took last.
    package private(set) var messageBytes = 0

    private var inputHasEnded = false
    private var partialSince: ContinuousClock.Instant?

    package init(limits: Limits = Limits()) {
        self.limits = limits
        splitter = MessageSplitter(limit: limits.messageBytes)
    }

    package var wantsInput: Bool {
        openMode == nil && !inputHasEnded && !splitter.hasOverflowed && splitter.count < limits.waitingCalls
            && (splitter.count == 0 || splitter.completeBytes < limits.messageBytes)
    }

    /// Whether a call with ``Call/Mode/more`` is open, so that replies may be sent at any time.
    package var isStreaming: Bool { openMode == .more }

    package var isAnswering: Bool { openMode != nil }

    /// Whether ``nextStep(at:)`` returns an action without further input.
    package var hasNextStep: Bool {
        openMode == nil && (splitter.count > 0 || splitter.hasOverflowed || inputHasEnded)
    }

    /// The latest time of the next call to ``nextStep(at:)`` if no input arrives.
    package var deadline: ContinuousClock.Instant? {
        guard openMode == nil, splitter.count == 0 else { return nil }
        return partialSince?.advanced(by: limits.partialMessage)
    }

    package mutating func received(_ bytes: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
        splitter.append(bytes)
        // The reply to the previous message restarts the time of this one.
        partialSince = splitter.hasPartialMessage ? partialSince ?? now : nil
    }

    /// Records that the peer will send no more.
    package mutating func inputEnded() { inputHasEnded = true }

    package mutating func nextStep(at now: ContinuousClock.Instant) -> Step {
        guard openMode == nil else { return .wait }
        if let message = splitter.next() {
            messageBytes = message.count
            do throws(CallError) {
                let call = try Call(parsing: message)
                openMode = call.mode
                return .answer(call)
            } catch { return .close(.violated(error)) }
        }
        if splitter.hasOverflowed { return .close(.messageTooLong) }
        if inputHasEnded { return .close(splitter.hasPartialMessage ? .truncated : .finished) }
        if let deadline, deadline <= now { return .close(.messageTooSlow) }
        return .wait
    }

    /// Records a reply to the current call, and returns whether to send it: not if the caller wants none.
    ///
    /// An unexpected reply traps in debug builds and is discarded in release builds.
    package mutating func replied(continues: Bool, at now: ContinuousClock.Instant) -> Bool {
        guard let mode = openMode, mode == .more || !continues else {
            assertionFailure("a reply with continues \(continues) to a call of mode \(openMode as Any)")
            return false
        }
        if !continues {
            openMode = nil
            // Nothing was read while the call was open, so that time does not count against the peer.
            if partialSince != nil { partialSince = now }
        }
        return mode != .oneway
    }
}
