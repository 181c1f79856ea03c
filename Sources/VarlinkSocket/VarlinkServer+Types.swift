package import LinuxSystem
package import Varlink

extension VarlinkServer {
    /// Names one connection; never used twice.
    package struct ConnectionID: Hashable, Sendable {
        let rawValue: UInt64
    }

    /// What the server allows its peers.
    package struct Limits: Hashable, Sendable {
        /// How many connections there may be.
        package var connections = 512

        /// How many connections one user may have.
        package var connectionsPerUser = 64

        /// How many connections root and the server's own user may each have.
        package var connectionsPerPrivilegedUser = 128

        /// How many places only root and the server's own user may take.
        package var reservedConnections: Int { min(16, connections / 4) }

        /// What a peer may say.
        package var conversation = Conversation.Limits()

        /// From how many waiting bytes on a peer counts as congested, so that its events are to be coalesced.
        package var congestedOutputBytes = 65_536

        /// How many bytes may wait when another reply comes, before a peer is given up.
        package var outputBytes = 262_144

        /// How long a peer may leave waiting bytes untouched before it is given up.
        package var outputStall: Duration = .seconds(30)

        /// After how long without a reply an open stream is reported as ``Event/streamFellSilent(_:)``.
        ///
        /// Clients may give up after 45 seconds and are promised something every 30.
        package var streamSilence: Duration = .seconds(25)

        /// How often refused connections are reported at most.
        package var refusalReports: Duration = .seconds(60)

        /// Creates the usual limits.
        package init() {}

        /// How many connections a user may have with a server that runs as `ownUserID`.
        package func connections(of userID: UInt32, ownUserID: UInt32) -> Int {
            userID == 0 || userID == ownUserID ? connectionsPerPrivilegedUser : connectionsPerUser
        }
    }

    /// What has happened on the sockets.
    package enum Event: Sendable {
        /// Somebody connected.
        case connected(ConnectionID, PeerCredentials)

        /// Somebody called a method that the program implements.
        ///
        /// Every call, whatever its mode, is to be answered with ``VarlinkServer/reply(_:to:at:)`` until a reply
        /// does not continue; nothing else is heard from that connection before. A oneway call's reply is swallowed.
        case called(ConnectionID, Call)

        /// A congested peer has caught up, so that what was held back can be sent.
        case drained(ConnectionID)

        /// Nothing has been sent on an open stream for a while, and its peer wants a sign of life.
        case streamFellSilent(ConnectionID)

        /// A connection has ended; replies to it are ignored from now on.
        case disconnected(ConnectionID, Departure)

        /// These connections beyond the limits were closed at once since the last such report.
        case refused([Refused])

        /// A listening socket failed and is not listened on any more.
        case listenerFailed(SystemError)
    }

    /// Why a connection ended.
    package enum Departure: Hashable, Sendable {
        /// Its conversation was over, or broke the protocol.
        case ended(Conversation.Ending)

        /// The peer went away with a call unanswered or replies unread.
        case hungUp

        /// More waited for the peer than it may keep waiting.
        case outputOverflowed

        /// The peer left what waited for it untouched for too long.
        case outputStalled

        /// The program asked for it.
        case closed

        /// The socket failed.
        case failed(SystemError)
    }
}
