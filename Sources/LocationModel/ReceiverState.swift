/// How a receiver is doing, and why.
package enum ReceiverState: Hashable, Sendable {
    /// Not wanted by anybody, and therefore closed.
    case off

    /// Wanted but not reachable, for the reason given; tried again at the time given, where there is one.
    case absent(ReceiverProblem, retryAt: MonotonicInstant?)

    /// Being opened.
    case connecting(ConnectionStep)

    /// Open, without a position since.
    case acquiring(AcquiringReason)

    /// Giving fixes.
    case fixed

    /// Without a position, though it gave one since it was opened; the last at the time given.
    case lost(LossReason, lastFixAt: MonotonicInstant)

    /// A recording that has been played to its end.
    case ended
}

extension ReceiverState {
    /// The state in one word for programs.
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

    /// Why, in one word for programs, where the state alone does not say it.
    package var reasonName: String? {
        switch self {
        case .off, .fixed, .ended: nil
        case .absent: "problem"
        case .connecting(.opening): "opening"
        case .connecting(.detectingSpeed): "detectingSpeed"
        case .acquiring(.nothingHeard): "nothingHeard"
        case .acquiring(.unreadable), .lost(.unreadable, _): "unreadable"
        case .acquiring(.noPosition), .lost(.noPosition, _): "noPosition"
        case .acquiring(.silent), .lost(.silent, _): "silent"
        }
    }
}

/// How far the opening of a receiver has come.
package enum ConnectionStep: Hashable, Sendable {
    /// The device, the connection or the file is being opened.
    case opening

    /// A serial line is open, and this speed is being tried on it.
    case detectingSpeed(baud: Int)
}

/// Why a receiver that is open has given no position yet.
package enum AcquiringReason: Hashable, Sendable {
    /// It has not said anything since it was opened.
    case nothingHeard

    /// Bytes come, but nothing of them can be understood: a wrong speed, or another language.
    case unreadable

    /// It talks, and says that it has no position.
    case noPosition

    /// It talked, without a position, and has gone silent for as long as given.
    case silent(for: Duration)
}

/// Why a receiver that gave positions gives none any more.
package enum LossReason: Hashable, Sendable {
    /// It has said nothing for as long as given: five of its intervals, and at least five seconds.
    case silent(for: Duration)

    /// For as long as given nothing of what it sends could be understood.
    case unreadable(for: Duration)

    /// It talks, and says that it has no position.
    case noPosition
}

/// Why a receiver cannot be reached.
package struct ReceiverProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed, on what, and what to do about it, for a person to read.
    package let description: String

    /// Creates a problem from text for a person.
    package init(_ description: String) { self.description = description }
}
