package import LinuxSystem

/// What the owner of the machine decides about the daemon.
///
/// A fresh value holds the defaults; ``ConfigurationFile`` changes it to what the files say. The keys, their
/// units and their meanings are those of `waymarkd.conf`, whose example in `systemd/` explains each.
package struct Configuration: Hashable, Sendable {
    /// Who may connect, and how much they may send.
    package struct Socket: Hashable, Sendable {
        /// Where the daemon listens when the service manager hands it no socket.
        package var path = "/run/waymark/waymark.sock"

        /// Connections in all.
        package var maxConnections = 512

        /// Connections of one user; root and the daemon's own user may have twice as many.
        package var maxConnectionsPerUser = 64

        /// Bytes of one message from a client.
        package var maxMessageSize = 64 << 10

        /// How long a message may take to arrive once it has begun.
        package var messageTimeout: Duration = .seconds(10)

        /// Calls of one connection that may wait for their turn.
        package var maxPendingCalls = 16

        /// Bytes waiting for one client, past which its events are coalesced.
        package var coalesceAbove = 64 << 10

        /// Bytes waiting for one client, past which it is disconnected.
        package var maxOutputQueue = 256 << 10

        /// How long a client may take nothing of what waits for it before it is disconnected.
        package var stallTimeout: Duration = .seconds(30)
    }

    /// What survives a restart, and where.
    package struct State: Hashable, Sendable {
        /// The folder of the database.
        package var directory = "/var/lib/waymark"

        /// The file of the sealing key, or `nil` for `key` in the state directory.
        package var keyFile: String?
    }

    /// How fixes come in.
    package struct Receivers: Hashable, Sendable {
        /// The receivers' URLs, in the order of the files.
        package var urls = ["gpsd://localhost:2947"]

        /// How long a receiver stays on after nobody may use it any more.
        package var idleAfter: Duration = .seconds(30)

        /// The longest pause while nothing but significant changes is wanted; zero for none.
        package var longestPause: Duration = .seconds(300)
    }

    /// When the machine has really moved.
    package struct SignificantChange: Hashable, Sendable {
        /// Metres from the last notified place.
        package var distanceMeters = 500.0

        /// The least time between two notifications.
        package var interval: Duration = .seconds(300)
    }

    /// How widgets are kept up to date.
    package struct Widgets: Hashable, Sendable {
        /// How long a widget counts as in use after it was last visible.
        package var inUseWindow: Duration = .seconds(900)

        /// How long a provider may take to make a timeline.
        package var timelineDeadline: Duration = .seconds(30)

        /// How long after a failed timeline the first retry comes; each next one takes twice as long.
        package var retryAfter: Duration = .seconds(30)

        /// The longest time between two retries.
        package var retryAtMost: Duration = .seconds(3600)

        /// The least time between two reloads of a widget that its own timelines ask for.
        package var minimumReloadInterval: Duration = .seconds(300)

        /// How long a reload waits for a fix before it goes ahead without one.
        package var fixTimeout: Duration = .seconds(10)
    }

    /// Who may connect, and how much they may send.
    package var socket = Socket()

    /// What survives a restart, and where.
    package var state = State()

    /// How fixes come in.
    package var receivers = Receivers()

    /// When the machine has really moved.
    package var significantChange = SignificantChange()

    /// How widgets are kept up to date.
    package var widgets = Widgets()

    /// The least important messages that are logged.
    package var logLevel = LogLevel.info

    /// Creates the defaults.
    package init() {}
}
