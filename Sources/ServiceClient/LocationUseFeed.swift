package import LinuxSystem
import LocationModel
package import WaymarkInterfaces

/// Tracks which apps learn the location: a stream reports that something has changed, and calls get the rest.
package final class LocationUseFeed {
    /// The shortest time between two questions to the service, however fast things change.
    private static let leastInterval: Duration = .seconds(1)

    /// The time between questions while an app waits for a location: no event reports that a receiver has
    /// one.
    private static let interval: Duration = .seconds(5)

    /// The time for the service's answer, while the program does nothing else.
    private static let answerTime: Duration = .seconds(5)

    package private(set) var use = LocationUse()

    private let user: Int?
    private let link: ServiceLink<InspectInterface.WatchDecisions>
    private var askedAt = ContinuousClock.now - LocationUseFeed.leastInterval

    /// The time of the next question, as far as it is known.
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

    /// Stops asking, and forgets who learns the location.
    package func close() {
        link.close()
        (dueAt, use) = (nil, LocationUse())
    }

    /// Opens the stream now; it is tried again after a failure.
    package func connect() throws(ClientError) { try link.connect() }

    /// The time at which to call ``next()`` even if nothing has arrived.
    package var deadline: ContinuousClock.Instant? {
        [link.deadline, dueAt].compactMap(\.self).min()
    }

    /// Returns whether ``use`` has changed; without the service it is empty.
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
        // The stream shows whether the service is gone. If it only did not answer, it is asked again.
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
