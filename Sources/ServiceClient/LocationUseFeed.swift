package import LinuxSystem
import LocationModel
package import WaymarkInterfaces

/// Keeps track of which apps learn the location: a stream tells that something has changed, and calls tell the rest.
package final class LocationUseFeed {
    /// How often the service is asked at most, however fast things change.
    private static let leastInterval: Duration = .seconds(1)

    /// How often it is asked while an app waits for a location: no event tells when a receiver has one.
    private static let interval: Duration = .seconds(5)

    /// How long the service may take to answer, while the program does nothing else.
    private static let answerTime: Duration = .seconds(5)

    package private(set) var use = LocationUse()

    private let user: Int?
    private let link: ServiceLink<InspectInterface.WatchDecisions>
    private var askedAt = ContinuousClock.now - LocationUseFeed.leastInterval

    /// When the service is asked again, as far as that is known.
    private var dueAt: ContinuousClock.Instant?

    /// Creates a feed that is not open yet, of the apps of a user, or with `nil` of all that the caller may see.
    package init(
        of user: Int?,
        from path: String,
        _ poller: Poller,
        warn: @escaping (String) -> Void = { _ in }
    ) {
        self.user = user
        link = ServiceLink(InspectInterface.WatchDecisions(limit: 0), to: path, poller, warn: warn)
    }

    package func open() { link.open() }

    /// Asks no more; nobody is known to learn anything.
    package func close() {
        link.close()
        (dueAt, use) = (nil, LocationUse())
    }

    /// Opens the stream now; it is tried again after a failure.
    package func connect() throws(ClientError) { try link.connect() }

    /// When to call ``next()`` though nothing has arrived.
    package var deadline: ContinuousClock.Instant? {
        [link.deadline, dueAt].compactMap(\.self).min()
    }

    /// Returns whether ``use`` has changed; without the service nobody is known to learn anything.
    package func next() throws(ClientError) -> Bool {
        while let step = link.next() {
            switch step {
            case .reply(let reply) where reply.value.sequence == 1 || !reply.value.decisions.isEmpty:
                dueAt = askedAt + Self.leastInterval
            case .reply: break
            case .lost(let error), .unopened(let error):
                (dueAt, use) = (nil, LocationUse())
                throw error
            }
        }
        guard let due = dueAt, due <= .now else { return false }
        let before = use
        // The stream tells whether the service is gone. If it only did not answer, it is asked again.
        do throws(ClientError) { try ask() } catch { dueAt = .now + Self.interval }
        return use != before
    }

    private func ask() throws(ClientError) {
        (askedAt, dueAt) = (.now, nil)
        let (connection, patience) = (try ServiceConnection(to: link.path), Self.answerTime)
        let latest = SettingsInterface.ListAccesses(limit: 100)
        let status = try connection.call(InspectInterface.GetStatus(), within: patience).value
        let accesses = try connection.call(latest, within: patience).value.accesses
        let apps = try connection.callForAllPages(SettingsInterface.ListApps(), within: patience).value.apps
        let now = UTCInstant.now
        use = use.next(status, apps, accesses, of: user, at: now)
        let change = use.changesAt.map { ContinuousClock.now + max(.zero, now.duration(to: $0)) }
        let isWaiting = status.consumers.contains { $0.want != .significantChanges }
        let next = [change, isWaiting ? .now + Self.interval : nil].compactMap(\.self).min()
        dueAt = next.map { max($0, askedAt + Self.leastInterval) }
    }
}
