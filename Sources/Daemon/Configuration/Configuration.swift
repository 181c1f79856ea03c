package import LinuxSystem
import LocationModel
package import UserInput
package import WaymarkEngine

/// The daemon's configuration.
///
/// A new value holds the defaults; ``ConfigurationFile`` applies the files to it. The example file
/// `systemd/waymarkd.conf` explains each key and its units.
package struct Configuration: Hashable, Sendable {
    package struct Socket: Hashable, Sendable {
        /// The path to listen on if the service manager passes no socket.
        package var path = "/run/waymark/waymark.sock"

        /// The group whose members may host the widgets of all users.
        package var hostGroup = "waymark"
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

    package struct State: Hashable, Sendable {
        /// The folder of the database.
        package var directory = "/var/lib/waymark"

        /// The file of the sealing key; `nil` for `key` in the state directory.
        package var keyFile: String?
    }

    package struct Journal: Hashable, Sendable {
        /// The time for which decisions are kept on the disk; zero keeps none there.
        package var keep: Duration = .seconds(7 * 86_400)

        /// The most bytes of one user's decisions.
        package var size = 4 << 20
    }

    /// The programs that are trusted more than others.
    package struct Bridge: Hashable, Sendable {
        /// The user of the program that speaks for apps of all users, by name or number.
        package var user = "waymark-geoclue"
        package var beaconUser = "waymark-beacons"

        /// The user, by name or number, whose programs may report that the machine may have moved; `nil` for none beside
        /// root and the service's own.
        package var movementUser: String?
    }

    package struct Record: Hashable, Sendable {
        package var file: String?
        package var size = 256 << 20
    }

    /// The administrator's policy, which limits what people can decide.
    package struct Policy: Hashable, Sendable {
        package var forbidden: [PolicySubject] = []

        package var whenInUseOnly: [PolicySubject] = []

        package var reducedAccuracy: [PolicySubject] = []

        /// Exceptions from less specific rules.
        package var allowed: [PolicySubject] = []

        /// The names of users who stand in a rule and do not exist, each once.
        package var unknownUsers: [String] {
            let names = (forbidden + whenInUseOnly + reducedAccuracy + allowed).compactMap(\.unknownUser)
            return Set(names).sorted()
        }
    }

    package struct Place: Hashable, Sendable {
        /// The position, with an altitude if one is known; `nil` if it is not configured.
        package var position: PlaceText?

        /// The radius in metres of the circle around it that the machine is in.
        package var accuracyMeters = 100.0

        /// The file of GeoClue's static source, read if no position is configured; `nil` for none.
        package var file: String? = "/etc/geolocation"
    }

    package var socket = Socket()
    package var state = State()
    package var journal = Journal()
    package var record = Record()
    package var bridge = Bridge()

    /// The folders of installed manifests; if several have one for an app, the first counts.
    package var manifestFolders = ["/usr/local/share/waymark/apps", "/usr/share/waymark/apps"]
    package var policy = Policy()

    /// The receivers' URLs, in the order of the files.
    package var receivers = ["gpsd://localhost:2947"]
    package var place = Place()

    /// The settings of the engine, but for the policy and the place.
    package var engine = EngineSettings()
    package var logLevel = LogLevel.info

    package init() {}
}

extension Configuration {
    /// The settings for the engine, but for the place that the owner stated.
    package var engineSettings: EngineSettings {
        var settings = engine
        settings.policy = AuthorizationPolicy(policy)
        return settings
    }

    /// The longest time a receiver is switched off while only significant changes are wanted; zero to keep it on.
    var longestPause: Duration {
        get { engine.dutyCycle?.longest ?? .zero }
        set { engine.dutyCycle = DutyCycle.Settings(longest: newValue) }
    }
}

extension AuthorizationPolicy {
    /// Combines the configured policies on each subject.
    ///
    /// Where several exist, all of them apply.
    fileprivate init(_ policy: Configuration.Policy) {
        self.init()
        let rules: [([PolicySubject], AuthorizationLimits)] = [
            (policy.forbidden, .forbidden), (policy.whenInUseOnly, .whenInUseOnly),
            (policy.reducedAccuracy, .reducedAccuracy), (policy.allowed, []),
        ]
        let named = policy.unknownUsers.isEmpty ? [] : Set(UserDatabase.all.map { UserIdentifier($0) })
        for (subjects, limits) in rules {
            for subject in subjects {
                if subject.unknownUser == nil {
                    add(limits, app: subject.app, user: subject.user)
                } else if !limits.isEmpty {
                    add(limits, forUnknownUserOf: subject.app, except: named)
                }
            }
        }
    }
}
