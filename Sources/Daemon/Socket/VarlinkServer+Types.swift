package import LinuxSystem
package import Varlink

extension VarlinkServer {
    /// The identifier of a connection, which is that of its descriptor; never reused.
    package struct ConnectionID: Hashable, Sendable, Comparable {
        let rawValue: UInt64

        init(_ token: Poller.Token) { rawValue = token.rawValue }

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package struct Limits: Hashable, Sendable {
        package var connections = 512
        package var connectionsPerUser = 64

        /// The maximum number of connections of root and of the server's own user, each.
        package var connectionsPerPrivilegedUser = 128

        /// The number of places reserved for root and the server's own user.
        package var reservedConnections: Int { min(16, connections / 4) }

        package var conversation = Conversation.Limits()

        /// The number of bytes of the users' messages in one turn of the loop, shared by those who send any.
        ///
        /// Each gets its next message, however long, as long as it has not had its share.
        package var turnBytes = 32_768

        /// The number of queued bytes at which a peer counts as congested and its events should be coalesced.
        package var congestedOutputBytes = 65_536

        /// The maximum number of queued bytes when another reply is queued; beyond it the connection ends.
        package var outputBytes = 262_144

        /// The longest time a peer may leave queued bytes unread; after it the connection ends.
        package var outputStall: Duration = .seconds(30)

        /// The time without a reply after which an open stream is reported as ``Event/streamFellSilent(_:)``.
        ///
        /// Clients are promised an event every 30 seconds and may give up after 45. The time is rounded up to a multiple
        /// of ``silenceRounding`` on the clock.
        package var streamSilence: Duration = .seconds(25)

        /// The interval at which silent streams are reported, so that one wake-up serves many of them.
        static let silenceRounding: Int64 = 2

        /// The minimum interval between reports of refused connections.
        package var refusalReports: Duration = .seconds(60)

        package init() {}

        /// Returns when a stream that was silent since `instant` needs a keep-alive.
        func endOfSilence(since instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
            let epoch = ContinuousClock().systemEpoch
            let (seconds, attoseconds) = (instant + streamSilence - epoch).components
            let whole = seconds + (attoseconds > 0 ? 1 : 0)
            let rounding = Self.silenceRounding
            return epoch + .seconds((whole + rounding - 1) / rounding * rounding)
        }
    }

    package enum Event: Sendable {
        case connected(ConnectionID, PeerCredentials)

        /// A client called a method.
        ///
        /// Answer every call, whatever its mode, with ``VarlinkServer/reply(_:to:at:)`` until a reply does not
        /// continue. The connection delivers no further call before that. The reply to a oneway call is discarded.
        case called(ConnectionID, Call)

        /// A congested peer caught up, so events held back for it can be sent.
        case drained(ConnectionID)

        /// An open stream has been silent for a while and needs a keep-alive.
        case streamFellSilent(ConnectionID)

        /// A connection ended.
        ///
        /// Further replies to it are ignored.
        case disconnected(ConnectionID, Departure)

        /// Connections exceeded the limits and were closed since the last such report.
        case refused(Refused)
        case listenerFailed(SystemError)
    }

    package enum Departure: Hashable, Sendable {
        /// The conversation finished or violated the protocol.
        case ended(Conversation.Ending)

        /// The peer closed the connection with a call unanswered or replies unread.
        case hungUp
        case outputOverflowed

        case outputStalled
        case closed
        case failed(SystemError)
    }
}
