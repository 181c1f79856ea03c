import LinuxSystem
import LocationModel
package import UserInput
import WaymarkEngine

package typealias Setting = INISetting<Configuration>

extension Setting {
    private init<Value>(
        _ section: String,
        _ key: String,
        _ property: Property<Value>,
        accepts: String,
        read: @escaping @Sendable (String) -> Value?
    ) {
        self.init(
            section,
            key,
            accepts: accepts,
            reset: { $0[keyPath: property] = Configuration()[keyPath: property] },
            apply: { text, configuration in
                guard let value = read(text) else { return .notUnderstood }
                configuration[keyPath: property] = value
                return .accepted
            }
        )
    }

    /// Creates a key for a list of policy subjects.
    ///
    /// One line may contain several.
    private init(policy key: String, _ property: Property<[PolicySubject]>) {
        self.init(
            "Policy",
            key,
            accepts: PolicySubject.accepts,
            isList: true,
            reset: { $0[keyPath: property] = [] },
            apply: { text, configuration in
                let items = text.split(whereSeparator: \.isWhitespace)
                let subjects = items.compactMap { PolicySubject($0) }
                guard subjects.count == items.count else { return .notUnderstood }
                configuration[keyPath: property] += subjects
                return .accepted
            }
        )
    }

    /// All keys, in the order of the example file.
    package static let all: [Setting] = [
        path("Socket", "Path", \.socket.path) { $0 },
        name(of: "group", "Socket", "HostGroup", \.socket.hostGroup) { $0 },
        count("Socket", "MaxConnections", \.socket.maxConnections, in: 1...65_536),
        count("Socket", "MaxConnectionsPerUser", \.socket.maxConnectionsPerUser, in: 1...65_536),
        bytes("Socket", "MaxMessageSize", \.socket.maxMessageSize),
        duration("Socket", "MessageTimeout", \.socket.messageTimeout),
        count("Socket", "MaxPendingCalls", \.socket.maxPendingCalls, in: 1...4096),
        bytes("Socket", "CoalesceAbove", \.socket.coalesceAbove),
        bytes("Socket", "MaxOutputQueue", \.socket.maxOutputQueue),
        duration("Socket", "StallTimeout", \.socket.stallTimeout),

        path("State", "Directory", \.state.directory) { $0 },
        path("State", "KeyFile", \.state.keyFile) { .some($0) },

        duration("Journal", "Keep", \.journal.keep, allowsZero: true),
        bytes("Journal", "Size", \.journal.size),

        pathOrNone("Record", "File", \.record.file),
        Setting(
            "Record",
            "Size",
            \.record.size,
            accepts: "a size from 1M to 64G such as 256M",
            read: { text in Quantity.bytes(text).flatMap { (1 << 20...64 << 30).contains($0) ? $0 : nil } }
        ),

        Setting(
            "Manifests",
            "Folder",
            accepts: "an absolute path",
            isList: true,
            reset: { $0.manifestFolders = [] },
            apply: { text, configuration in
                guard text.hasPrefix("/") else { return .notUnderstood }
                configuration.manifestFolders.append(text)
                return .accepted
            }
        ),

        name(of: "user", "Bridge", "User", \.bridge.user) { $0 },
        name(of: "user", "Bridge", "BeaconUser", \.bridge.beaconUser) { $0 },
        name(of: "user", "Bridge", "MovementUser", \.bridge.movementUser) { .some($0) },

        duration("Authorization", "AppGrace", \.engine.appGrace, allowsZero: true),
        duration("Authorization", "UsageReminderInterval", \.engine.usageReminderInterval),
        duration(
            "Authorization",
            "UnusedPermissionEnds",
            \.engine.unusedPermissionEnds,
            allowsZero: true
        ),

        Setting(policy: "Forbid", \.policy.forbidden),
        Setting(policy: "WhenInUseOnly", \.policy.whenInUseOnly),
        Setting(policy: "ReduceAccuracy", \.policy.reducedAccuracy),
        Setting(policy: "Allow", \.policy.allowed),

        Setting(
            "Receivers",
            "Receiver",
            accepts: "the URL of a receiver such as gpsd://localhost:2947 or file:///path?speed=60",
            isList: true,
            reset: { $0.receivers = [] },
            apply: addReceiver
        ),
        duration("Receivers", "IdleAfter", \.engine.receiversIdleAfter, allowsZero: true),
        duration("Receivers", "LongestPause", \.longestPause, allowsZero: true),

        Setting(
            "Place",
            "Position",
            \.place.position,
            accepts: PlaceText.form,
            read: { PlaceText($0).map(Optional.some) }
        ),
        Setting(
            "Place",
            "Accuracy",
            \.place.accuracyMeters,
            accepts: "a radius from 1m to 1000km such as 50m",
            read: { text in
                let range = 1...StatedPlace.largestAccuracyMeters
                return Quantity.meters(text).flatMap { range.contains($0) ? $0 : nil }
            }
        ),
        pathOrNone("Place", "File", \.place.file),
        duration("Place", "After", \.engine.statedPlaceAfter, allowsZero: true),

        Setting(
            "SignificantChange",
            "Distance",
            \.engine.significantChange.distanceMeters,
            accepts: "a distance from 10m to 1000km such as 500m or 1.5km",
            read: { text in Quantity.meters(text).flatMap { (10...1e6).contains($0) ? $0 : nil } }
        ),
        duration("SignificantChange", "Interval", \.engine.significantChange.interval, allowsZero: true),

        Setting(
            "Visits",
            "Radius",
            \.engine.visits.radiusMeters,
            accepts: "a distance from 10m to 10km such as 100m or 1.5km",
            read: { text in Quantity.meters(text).flatMap { (10...1e4).contains($0) ? $0 : nil } }
        ),
        duration("Visits", "Dwell", \.engine.visits.dwell),

        duration("Widgets", "InUseWindow", \.engine.inUseWindow, allowsZero: true),
        duration("Widgets", "TimelineDeadline", \.engine.timelineDeadline),
        duration("Widgets", "RetryAfter", \.engine.retryAfter),
        duration("Widgets", "RetryAtMost", \.engine.retryAtMost),
        duration("Widgets", "MinimumReloadInterval", \.engine.minimumReloadInterval, allowsZero: true),
        Setting(
            "Widgets",
            "DailyReloads",
            \.engine.dailyReloads,
            accepts: "a whole number from 1 to 10000, or none",
            read: { text -> Int?? in
                if text == "none" { return .some(nil) }
                return Int(text).flatMap { (1...10_000).contains($0) ? .some($0) : nil }
            }
        ),
        duration("Widgets", "FixTimeout", \.engine.fixTimeout, allowsZero: true),

        count("Quotas", "Widgets", \.engine.quotas[.widgets], in: quotaRange),
        bytes("Quotas", "TimelineBytes", \.engine.quotas[.timelineBytes]),
        count("Quotas", "Kinds", \.engine.quotas[.kinds], in: quotaRange),
        count("Quotas", "Apps", \.engine.quotas[.apps], in: quotaRange),
        count("Quotas", "Manifests", \.engine.quotas[.manifests], in: quotaRange),
        count("Quotas", "Sessions", \.engine.quotas[.sessions], in: quotaRange),
        count("Quotas", "Requests", \.engine.quotas[.requests], in: quotaRange),
        count("Quotas", "Monitors", \.engine.quotas[.monitors], in: quotaRange),
        count("Quotas", "Regions", \.engine.quotas[.regions], in: quotaRange),
        count("Quotas", "RegionVertices", \.engine.quotas[.regionVertices], in: quotaRange),

        Setting(
            "Log",
            "Level",
            \.logLevel,
            accepts: "one of " + LogLevel.allCases.map(\.name).joined(separator: ", "),
            read: { text in LogLevel.allCases.first { $0.name == text } }
        ),
    ]

    private static var quotaRange: ClosedRange<Int> { 1...1_000_000 }

    private static func name<Value>(
        of kind: String,
        _ section: String,
        _ key: String,
        _ property: Property<Value>,
        wrap: @escaping @Sendable (String) -> Value
    ) -> Setting {
        Setting(section, key, property, accepts: "the name or number of a \(kind)") {
            $0.contains(" ") ? nil : wrap($0)
        }
    }

    private static func pathOrNone(
        _ section: String,
        _ key: String,
        _ property: Property<String?>
    ) -> Setting {
        Setting(section, key, property, accepts: "an absolute path, or none") { text -> String?? in
            if text == "none" { return .some(nil) }
            return text.hasPrefix("/") ? .some(text) : nil
        }
    }

    private static func path<Value>(
        _ section: String,
        _ key: String,
        _ property: Property<Value>,
        wrap: @escaping @Sendable (String) -> Value
    ) -> Setting {
        Setting(section, key, property, accepts: "an absolute path") { $0.hasPrefix("/") ? wrap($0) : nil }
    }

    private static func count(
        _ section: String,
        _ key: String,
        _ property: Property<Int>,
        in range: ClosedRange<Int>
    ) -> Setting {
        let accepts = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return Setting(section, key, property, accepts: accepts) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func bytes(_ section: String, _ key: String, _ property: Property<Int>) -> Setting {
        Setting(section, key, property, accepts: "a size from 4K to 64M such as 64K or 1M") { text in
            Quantity.bytes(text).flatMap { (4 << 10...64 << 20).contains($0) ? $0 : nil }
        }
    }

    private static func duration(
        _ section: String,
        _ key: String,
        _ property: Property<Duration>,
        allowsZero: Bool = false
    ) -> Setting {
        let accepts =
            "a time span \(allowsZero ? "" : "above zero and ")up to 365d such as 90s, 5min or 1h 30min"
        return Setting(section, key, property, accepts: accepts) { text in
            Quantity.duration(text).flatMap { span in
                span <= .seconds(365 * 86_400) && (allowsZero || span > .zero) ? span : nil
            }
        }
    }

    @Sendable private static func addReceiver(_ text: String, to target: inout Configuration) -> Outcome {
        let afterScheme = text.drop { $0 != ":" }
        guard afterScheme.hasPrefix("://"), !text.contains(" ") else { return .notUnderstood }
        do throws(ReceiverURLError) { _ = try ReceiverURL(text) } catch {
            return .refused(because: "\(error)")
        }
        target.receivers.append(text)
        return .accepted
    }
}
