package import LinuxSystem

/// The settings of the daemon.
///
/// A fresh value holds the defaults; ``ConfigurationFile`` changes it to what the files say. The keys, their
/// units and their meanings are those of `waymarkd.conf`, whose example in `systemd/` explains each.
package struct Configuration: Hashable, Sendable {
    /// The limits of connections and messages.
    package struct Socket: Hashable, Sendable {
        /// The path where the daemon listens when the service manager passes no socket.
        package var path = "/run/waymark/waymark.sock"

        /// The group whose members may show the widgets of everybody.
        package var hostGroup = "waymark"

        /// Connections in all.
        package var maxConnections = 512

        /// Connections of one user; root and the daemon's own user may have twice as many.
        package var maxConnectionsPerUser = 64

        /// Bytes of one message from a client.
        package var maxMessageSize = 64 << 10

        /// The longest time between the first and the last byte of a message.
        package var messageTimeout: Duration = .seconds(10)

        /// Calls of one connection that may wait for their turn.
        package var maxPendingCalls = 16

        /// Bytes waiting for one client, past which its events are coalesced.
        package var coalesceAbove = 64 << 10

        /// Bytes waiting for one client, past which it is disconnected.
        package var maxOutputQueue = 256 << 10

        /// The longest time for which a client may leave its output unread before it is disconnected.
        package var stallTimeout: Duration = .seconds(30)
    }

    /// The place of the saved state.
    package struct State: Hashable, Sendable {
        /// The folder of the database.
        package var directory = "/var/lib/waymark"

        /// The file of the sealing key, or `nil` for `key` in the state directory.
        package var keyFile: String?
    }

    /// The folders of the apps' manifests.
    package struct Manifests: Hashable, Sendable {
        /// The folders of the machine's manifests, of which the first that has one of an app decides.
        package var folders = ["/usr/local/share/waymark/apps", "/usr/share/waymark/apps"]
    }

    /// The durations of a person's decisions that end by themselves.
    package struct Authorization: Hashable, Sendable {
        /// The time for which an app counts as in use after it disconnects or its windows are hidden.
        package var appGrace: Duration = .seconds(5)

        /// The time after which a person is asked again about an app that uses the permission "always".
        package var usageReminderInterval: Duration = .seconds(30 * 86_400)
    }

    /// The administrator's limits on people's decisions.
    package struct Policy: Hashable, Sendable {
        /// Those that may not know the location at all.
        package var forbidden: [PolicySubject] = []

        /// Those that may know it while in use at most.
        package var whenInUseOnly: [PolicySubject] = []

        /// Those that may know it with reduced accuracy at most.
        package var reducedAccuracy: [PolicySubject] = []

        /// Exceptions from what is said less exactly.
        package var allowed: [PolicySubject] = []
    }

    /// The receivers.
    package struct Receivers: Hashable, Sendable {
        /// The receivers' URLs, in the order of the files.
        package var urls = ["gpsd://localhost:2947"]

        /// The time for which a receiver stays on after its last use.
        package var idleAfter: Duration = .seconds(30)

        /// The longest pause while only significant changes are wanted; zero for no pauses.
        package var longestPause: Duration = .seconds(300)
    }

    /// The definition of a significant change.
    package struct SignificantChange: Hashable, Sendable {
        /// Metres from the last notified place.
        package var distanceMeters = 500.0

        /// The least time between two notifications.
        package var interval: Duration = .seconds(300)
    }

    /// The timing of widgets.
    package struct Widgets: Hashable, Sendable {
        /// The time for which a widget counts as in use after it was last visible.
        package var inUseWindow: Duration = .seconds(900)

        /// The longest time for a provider to deliver a timeline.
        package var timelineDeadline: Duration = .seconds(30)

        /// The time before the first retry of a failed timeline; it doubles with each further retry.
        package var retryAfter: Duration = .seconds(30)

        /// The longest time between two retries.
        package var retryAtMost: Duration = .seconds(3600)

        /// The least time between two reloads of a widget that its own timelines ask for.
        package var minimumReloadInterval: Duration = .seconds(300)

        /// The longest time for which a reload waits for a fix.
        package var fixTimeout: Duration = .seconds(10)
    }

    /// The limits of connections and messages.
    package var socket = Socket()

    /// The place of the saved state.
    package var state = State()

    /// The folders of the apps' manifests.
    package var manifests = Manifests()

    /// The durations of a person's decisions that end by themselves.
    package var authorization = Authorization()

    /// The administrator's limits on people's decisions.
    package var policy = Policy()

    /// The receivers.
    package var receivers = Receivers()

    /// The definition of a significant change.
    package var significantChange = SignificantChange()

    /// The timing of widgets.
    package var widgets = Widgets()

    /// The least important messages that are logged.
    package var logLevel = LogLevel.info

    /// Creates the defaults.
    package init() {}
}
