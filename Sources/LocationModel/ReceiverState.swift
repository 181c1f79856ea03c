package enum ReceiverState: Hashable, Codable, Sendable {
    /// Closed, because no consumer wants it.
    case off

    /// Wanted but unreachable because of the problem; retried at `retryAt` if that is not `nil`.
    case absent(ReceiverProblem, retryAt: MonotonicInstant?)
    case connecting(ConnectionStep)

    /// Open, and without a fix since it was opened or since it follows another sender.
    case acquiring(NoFixReason)
    case fixed

    /// Without a fix, after having reported some since it was opened; the last one at `lastFixAt`.
    case lost(NoFixReason, lastFixAt: MonotonicInstant)
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
        case .acquiring(let reason), .lost(let reason, _):
            switch reason {
            case .nothingHeard: "nothingHeard"
            case .anotherSender: "anotherSender"
            case .searching: "searching"
            case .unreadable: "unreadable"
            case .noPosition: "noPosition"
            case .silent: "silent"
            }
        }
    }
}

package enum ConnectionStep: Hashable, Codable, Sendable {
    case opening

    /// Trying this speed on an open serial line.
    case detectingSpeed(baud: Int)
}

/// The reason why an open receiver reports no fix.
package enum NoFixReason: Hashable, Codable, Sendable {
    /// It has sent nothing since it was opened.
    case nothingHeard

    /// It reads the datagrams of another sender than before.
    case anotherSender(SenderChange)

    /// It reports in its own words that it is searching.
    case searching(String)

    /// It sends bytes that cannot be decoded: a wrong line speed, or another protocol.
    case unreadable

    /// Its reports can be decoded, and give no position.
    case noPosition

    /// It has been silent for this time: at least five reporting intervals and five seconds.
    case silent(for: Duration)
}

package struct ReceiverProblem: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The error message: what failed, on what, and what to do about it.
    package let description: String

    package init(_ description: String) { self.description = description }
}
