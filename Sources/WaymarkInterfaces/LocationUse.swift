package import LocationModel
import UserInput

/// The apps that learn the location now, as the sign of a desktop or a bar shows them.
package struct LocationUse: Hashable, Sendable {
    package struct Learner: Hashable, Sendable {
        package let app: String
        package let user: Int

        /// The app's name, or else its identifier, without control characters.
        package let name: String

        /// Whether it learns the exact location, and not only the area.
        package let isExact: Bool
        package let ground: Ground

        /// The time since which it has been learning, without a break that the sign would show.
        package let since: UTCInstant
    }

    /// The apps, longest first; none while nobody learns anything.
    package private(set) var learners: [Learner] = []

    /// The time at which the sign may change although nothing happens.
    package private(set) var changesAt: UTCInstant?

    /// The time for which a single location is shown, so that a person can see it.
    private static let linger: Duration = .seconds(10)

    package init() {}

    /// Returns who learns the location, from what the service says of it.
    ///
    /// An app learns it while it is entitled to more than significant changes and there is a location, and for 10 s after
    /// each location that the access log has. Only the apps of `user` count, or with `nil` all.
    package func next(
        _ status: InspectInterface.GetStatus.Reply,
        _ apps: [SettingsInterface.App],
        _ accesses: [SettingsInterface.Access],
        of user: Int?,
        at now: UTCInstant
    ) -> LocationUse {
        struct Key: Hashable {
            let app: String
            let user: Int
        }
        var found: [Key: (isExact: Bool?, ground: Ground, since: UTCInstant)] = [:]
        var next = LocationUse()
        for access in accesses {
            guard let date = UTCInstant(access.date), found[Key(app: access.app, user: access.user)] == nil
            else { continue }
            let end = date.advanced(by: Self.linger)
            // A clock that was set back meanwhile makes no sign that stays.
            guard now < end, date <= now.advanced(by: Self.linger) else { continue }
            found[Key(app: access.app, user: access.user)] = (
                access.accuracy == .full, access.ground, min(date, now)
            )
            next.changesAt = min(next.changesAt ?? end, end)
        }
        if status.hasLocation {
            for consumer in status.consumers where consumer.want != .significantChanges {
                let key = Key(app: consumer.app, user: consumer.user)
                let known = found[key]
                found[key] = (known?.isExact, consumer.ground, known?.since ?? now)
            }
        }
        next.learners = found.compactMap { key, value in
            if let user, key.user != user { return nil }
            let app = apps.first { $0.app == key.app && $0.user == key.user }
            let before = learners.first { $0.app == key.app && $0.user == key.user }
            return Learner(
                app: key.app,
                user: key.user,
                name: String((app?.name ?? key.app).harmless.prefix(80)),
                isExact: app.map { $0.accuracy == .full } ?? value.isExact ?? true,
                ground: value.ground,
                since: before.map { min($0.since, value.since) } ?? value.since
            )
        }.sorted { ($0.since, $0.app, $0.user) < ($1.since, $1.app, $1.user) }
        return next
    }
}

extension InspectInterface.GetStatus.Reply {
    /// Whether there is a location that apps can learn: a fix, a stated place, or a pause between two fixes.
    fileprivate var hasLocation: Bool {
        statedPlace == .used || receiversPauseSeconds != nil || receivers.contains { $0.state == .fixed }
    }
}

extension LocationUse.Learner {
    /// Returns the accuracy and the ground, for a person; `time` tells a time in words.
    package func words(_ time: (UTCInstant) -> String) -> String {
        "\(name) knows the \(isExact ? "exact location" : "area") since \(time(since)): \(ground.words)"
    }
}

extension Ground {
    /// The ground for a person.
    package var words: String {
        switch self {
        case .inView: "widget in view"
        case .inUseWindow: "widget recently in view"
        case .appInUse: "app in use"
        case .backgroundSession: "app in the background"
        case .always: "always"
        case .sharedOnce: "shared once, by a click"
        }
    }
}
