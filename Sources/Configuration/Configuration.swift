package import LinuxSystem
package import UserInput

/// The daemon's configuration.
///
/// A new value holds the defaults; ``ConfigurationFile`` applies the files to it. The example file
/// `systemd/waymarkd.conf` explains each key and its units.
package struct Configuration: Hashable, Sendable {
    /// The socket and its limits.
    package struct Socket: Hashable, Sendable {
        /// The path to listen on if the service manager passes no socket.
        package var path = "/run/waymark/waymark.sock"

        /// The group whose members may host the widgets of all users.
        package var hostGroup = "waymark"

        /// The most connections in total.
        package var maxConnections = 512

        /// The most connections of one user; twice as many for root and the daemon's own user.
        package var maxConnectionsPerUser = 64

        /// The largest message from a client, in bytes.
        package var maxMessageSize = 64 << 10

        /// The longest time for a message to arrive after its first byte.
        package var messageTimeout: Duration = .seconds(10)

        /// The most calls of one connection that may be pending.
        package var maxPendingCalls = 16

        /// The number of unsent bytes for one client above which its events are coalesced.
        package var coalesceAbove = 64 << 10

        /// The number of unsent bytes for one client above which it is disconnected.
        package var maxOutputQueue = 256 << 10

        /// The time after which a client that reads none of its unsent bytes is disconnected.
        package var stallTimeout: Duration = .seconds(30)
    }

    /// The persistent state.
    package struct State: Hashable, Sendable {
        /// The folder of the database.
        package var directory = "/var/lib/waymark"

        /// The file of the sealing key; `nil` for `key` in the state directory.
        package var keyFile: String?
    }

    /// The journal of decisions.
    package struct Journal: Hashable, Sendable {
        /// How long decisions are kept on the disk; zero keeps none there.
        package var keep: Duration = .seconds(7 * 86_400)

        /// The most bytes of one user's decisions.
        package var size = 4 << 20
    }

    /// The programs that are trusted more than others.
    package struct Bridge: Hashable, Sendable {
        /// The user of the program that speaks for apps of all users, by name or number.
        package var user = "waymark-geoclue"

        /// The user of the program that listens for beacons, by name or number.
        package var beaconUser = "waymark-beacons"
    }

    /// The record of the running service.
    package struct Record: Hashable, Sendable {
        /// The file; `nil` for none.
        package var file: String?

        /// The most bytes of the file.
        package var size = 256 << 20
    }

    /// The manifests of apps.
    package struct Manifests: Hashable, Sendable {
        /// The folders of installed manifests.
        ///
        /// If several have one for an app, the first counts.
        package var folders = ["/usr/local/share/waymark/apps", "/usr/share/waymark/apps"]
    }

    /// The times that limit authorization.
    package struct Authorization: Hashable, Sendable {
        /// How long an app counts as in use after it disconnects or its windows are hidden.
        package var appGrace: Duration = .seconds(5)

        /// How long after the last "always" decision the person is asked to confirm it, if the app uses it.
        package var usageReminderInterval: Duration = .seconds(30 * 86_400)
    }

    /// The administrator's policy, which limits what people can decide.
    package struct Policy: Hashable, Sendable {
        /// Subjects that may not know the location at all.
        package var forbidden: [PolicySubject] = []

        /// Subjects that may know the location only while in use.
        package var whenInUseOnly: [PolicySubject] = []

        /// Subjects that may know the location only with reduced accuracy.
        package var reducedAccuracy: [PolicySubject] = []

        /// Exceptions from less specific rules.
        package var allowed: [PolicySubject] = []

        /// The names of users who stand in a rule and do not exist, each once.
        package var unknownUsers: [String] {
            let names = (forbidden + whenInUseOnly + reducedAccuracy + allowed).compactMap(\.unknownUser)
            return Set(names).sorted()
        }
    }

    /// The receivers.
    package struct Receivers: Hashable, Sendable {
        /// The receivers' URLs, in the order of the files.
        package var urls = ["gpsd://localhost:2947"]

        /// How long a receiver stays on after its last consumer.
        package var idleAfter: Duration = .seconds(30)

        /// The longest time a receiver is switched off while only significant changes are wanted; zero to keep it on.
        package var longestPause: Duration = .seconds(300)
    }

    /// The place of the machine, for when no receiver has a fix.
    package struct Place: Hashable, Sendable {
        /// The position, with an altitude if one is known; `nil` if it is not configured.
        package var position: PlaceText?

        /// The radius in metres of the circle around it that the machine is in.
        package var accuracyMeters = 100.0

        /// The file of GeoClue's static source, read if no position is configured; `nil` for none.
        package var file: String? = "/etc/geolocation"

        /// The time that receivers search for a fix before the place is used.
        package var after: Duration = .seconds(10)
    }

    /// The conditions for a significant change.
    package struct SignificantChange: Hashable, Sendable {
        /// The least distance from the last notified place, in metres.
        package var distanceMeters = 500.0

        /// The least time between two notifications.
        package var interval: Duration = .seconds(300)
    }

    /// The conditions for a visit.
    package struct Visits: Hashable, Sendable {
        /// The distance within which the machine is at the place, in metres.
        package var radiusMeters = 100.0

        /// The least length of a visit.
        package var dwell: Duration = .seconds(300)
    }

    /// The times for widgets and their timelines.
    package struct Widgets: Hashable, Sendable {
        /// The time for which a widget counts as in use after it was last visible.
        package var inUseWindow: Duration = .seconds(900)

        /// The longest time for a provider to deliver a timeline.
        package var timelineDeadline: Duration = .seconds(30)

        /// The delay of the first retry after a failed timeline.
        ///
        /// It doubles with each retry.
        package var retryAfter: Duration = .seconds(30)

        /// The longest delay between two retries.
        package var retryAtMost: Duration = .seconds(3600)

        /// The least time between two reloads that a widget's own timelines request.
        package var minimumReloadInterval: Duration = .seconds(300)

        /// The most reloads a day that are charged to a widget's budget; `nil` for no budget.
        package var dailyReloads: Int? = 70

        /// How long a reload waits for a fix before it proceeds without one.
        package var fixTimeout: Duration = .seconds(10)
    }

    /// What one user may hold; nobody can take the service from others.
    package struct Quotas: Hashable, Sendable {
        /// The most placed widgets.
        package var widgets = 256

        /// The most bytes of timelines that are kept.
        package var timelineBytes = 4 << 20

        /// The most registered kinds.
        package var kinds = 512

        /// The most apps that were decided about or have kinds.
        package var apps = 256

        /// The most registered manifests.
        package var manifests = 64

        /// The most open sessions.
        package var sessions = 64

        /// The most requests and questions that wait.
        package var requests = 64

        /// The most services that apps monitor.
        package var monitors = 64

        /// The most regions that apps monitor.
        package var regions = 1000

        /// The most vertices of the polygons among them.
        package var regionVertices = 20_000
    }

    /// The socket and its limits.
    package var socket = Socket()

    /// The persistent state.
    package var state = State()

    /// The journal of decisions.
    package var journal = Journal()

    /// The record of the running service.
    package var record = Record()

    /// The programs that are trusted more than others.
    package var bridge = Bridge()

    /// The manifests of apps.
    package var manifests = Manifests()

    /// The times that limit authorization.
    package var authorization = Authorization()

    /// The administrator's policy, which limits what people can decide.
    package var policy = Policy()

    /// The receivers.
    package var receivers = Receivers()

    /// The place of the machine, for when no receiver has a fix.
    package var place = Place()

    /// The conditions for a significant change.
    package var significantChange = SignificantChange()

    /// The conditions for a visit.
    package var visits = Visits()

    /// The times for widgets and their timelines.
    package var widgets = Widgets()

    /// What one user may hold.
    package var quotas = Quotas()

    /// The least important level that is logged.
    package var logLevel = LogLevel.info

    /// Creates a configuration with the defaults.
    package init() {}
}
