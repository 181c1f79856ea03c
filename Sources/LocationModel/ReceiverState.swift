package enum ReceiverState: Hashable, Codable, Sendable {
    /// Closed, because no consumer wants it.
    case off

    /// Wanted but unreachable because of the problem; retried at `retryAt` if that is not `nil`.
    case absent(ReceiverProblem, retryAt: MonotonicInstant?)
    case connecting(ConnectionStep)

    /// Open, and without a fix since it was opened or another sender is followed.
    case acquiring(AcquiringReason)
    case fixed

    /// Without a fix, after having reported some since it was opened; the last one at `lastFixAt`.
    case lost(LossReason, lastFixAt: MonotonicInstant)
    case ended
}

extension ReceiverState {
    package var name: String { condition.rawValue }

    /// The state without its reason.
    package var condition: ReceiverCondition {
        switch self {
        case .off: .off
        case .absent: .absent
        case .connecting: .connecting
        case .acquiring: .acquiring
        case .fixed: .fixed
        case .lost: .lost
        case .ended: .ended
        }
    }

    package var reasonName: String? {
        switch self {
        case .off, .fixed, .ended: nil
        case .absent: "problem"
        case .connecting(.opening): "opening"
        case .connecting(.detectingSpeed): "detectingSpeed"
        case .acquiring(.nothingHeard): "nothingHeard"
        case .acquiring(.anotherSender): "anotherSender"
        case .acquiring(.searching): "searching"
        case .acquiring(.unreadable), .lost(.unreadable, _): "unreadable"
        case .acquiring(.noPosition), .lost(.noPosition, _): "noPosition"
        case .acquiring(.silent), .lost(.silent, _): "silent"
        }
    }
}

package enum ConnectionStep: Hashable, Codable, Sendable {
    case opening

    /// Trying this speed on an open serial line.
    case detectingSpeed(baud: Int)
}

/// Why an open receiver has not reported a fix yet.
package enum AcquiringReason: Hashable, Codable, Sendable {
    /// It has sent nothing since it was opened.
    case nothingHeard

    /// Another sender's datagrams are read than before.
    case anotherSender(SenderChange)

    /// It searches, and says so in its own words.
    case searching(String)

    /// It sends bytes that cannot be decoded: a wrong line speed, or another protocol.
    case unreadable

    /// What it sends is understood, and gives no position.
    case noPosition

    /// It sent something without a position, and has been silent for this time.
    case silent(for: Duration)
}

/// Why a receiver that reported fixes no longer does.
package enum LossReason: Hashable, Codable, Sendable {
    /// It has been silent for this time: at least five reporting intervals and five seconds.
    case silent(for: Duration)

    /// Nothing it sent for this time could be decoded.
    case unreadable(for: Duration)
    case noPosition
}

package struct ReceiverProblem: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The error message: what failed, on what, and what to do about it.
    package let description: String

    package init(_ description: String) { self.description = description }
}
