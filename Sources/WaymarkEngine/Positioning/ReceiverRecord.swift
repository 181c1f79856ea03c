package import LocationModel

/// The record of one receiver: its state, since when, and its time on.
package struct ReceiverRecord: Equatable, Sendable {
    package private(set) var state = ReceiverState.off
    package private(set) var since: MonotonicInstant

    /// Whether it was there when it was last tried; `nil` if it has not been tried since the service started.
    private(set) var wasThere: Bool?
    package internal(set) var lastFixAt: MonotonicInstant?

    /// The satellites that it counted last, while it has no position and says so.
    package var satellites: SatelliteCount? {
        switch state {
        case .acquiring(.noPosition), .lost(.noPosition, _): counted
        default: nil
        }
    }

    private var counted: SatelliteCount?

    package private(set) var heading: Heading?
    package private(set) var headingAt: MonotonicInstant?

    private var onSince: MonotonicInstant?
    private var onBefore: Duration = .zero

    init(since start: MonotonicInstant) { since = start }

    package func onTime(at now: MonotonicInstant) -> Duration {
        onBefore + (onSince?.duration(to: now) ?? .zero)
    }

    enum News {
        case state

        /// The receiver is still absent for the same reason, with another retry time.
        case retryTime
    }

    mutating func change(to next: ReceiverState, at now: MonotonicInstant) -> News? {
        guard next != state else { return nil }
        if case .absent(let problem, _) = next, case .absent(problem, _) = state {
            state = next
            return .retryTime
        }
        switch next {
        case .off, .ended:
            onBefore = onTime(at: now)
            onSince = nil
        case .absent, .connecting, .acquiring, .fixed, .lost: onSince = onSince ?? now
        }
        switch next {
        case .absent: wasThere = false
        case .acquiring, .fixed, .lost: wasThere = true
        case .off, .connecting, .ended: break
        }
        // A new reason for the same state does not restart its time.
        if next.name != state.name { since = now }
        state = next
        if satellites == nil { counted = nil }
        return .state
    }

    mutating func record(_ heading: Heading, at now: MonotonicInstant) {
        self.heading = heading
        headingAt = now
    }

    /// Records the satellites of a receiver without a position, and returns whether nothing was known of them before.
    mutating func record(_ satellites: SatelliteCount) -> Bool {
        guard !satellites.isEmpty else { return false }
        defer { counted = satellites }
        return counted == nil
    }
}

/// A table of one value per receiver, indexed by place in the configuration and changed in place.
///
/// All values are initially the same.
struct ReceiverTable<Value: Equatable & Sendable>: Equatable, Sendable {
    private let initial: Value
    private var values: [Value] = []

    init(initial: Value) { self.initial = initial }

    subscript(receiver: ReceiverIdentifier) -> Value {
        get { receiver.rawValue < values.count ? values[receiver.rawValue] : initial }
        // Without inlining, each access would allocate memory.
        @inline(__always) _modify {
            while values.count <= receiver.rawValue { values.append(initial) }
            yield &values[receiver.rawValue]
        }
    }

    var count: Int { values.count }
    var receivers: [ReceiverIdentifier] { values.indices.map { ReceiverIdentifier($0) } }
}
