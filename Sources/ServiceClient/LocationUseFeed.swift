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

    package enum Step {
        case use(LocationUse)
        case failed(ClientError)
    }

    package private(set) var use = LocationUse()

    private let user: Int?
    private let link: ServiceLink<InspectInterface.WatchDecisions>
    private var isOpen = false
    private var hasNews = false
    private var askedAt: ContinuousClock.Instant?
    private var asksAgain: ContinuousClock.Instant?

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
        (isOpen, hasNews, use) = (false, false, LocationUse())
    }

    /// Opens the stream now; it is tried again after a failure.
    package func connect() throws(ClientError) { try link.connect() }

    /// When to call ``next()`` though nothing has arrived.
    package var deadline: ContinuousClock.Instant? {
        [link.deadline, isOpen ? nextQuestion : nil].compactMap(\.self).min()
    }

    /// Returns what has changed; `nil` if nothing has.
    ///
    /// Without the service nobody is known to learn anything.
    package func next() -> Step? {
        while let step = link.next() {
            switch step {
            case .reply(let reply):
                isOpen = true
                hasNews = hasNews || reply.value.sequence == 1 || !reply.value.decisions.isEmpty
            case .lost(let error), .unopened(let error):
                (isOpen, hasNews, use) = (false, false, LocationUse())
                return .failed(error)
            }
        }
        guard isOpen, let time = nextQuestion, time <= .now else { return nil }
        let before = use
        do throws(ClientError) { try ask() } catch {
            // The stream tells whether the service is gone. If it only did not answer, it is asked again.
            asksAgain = .now + Self.interval
            return nil
        }
        return use == before ? nil : .use(use)
    }

    private var nextQuestion: ContinuousClock.Instant? {
        let next = hasNews ? .now : asksAgain
        return next.map { max($0, askedAt.map { $0 + Self.leastInterval } ?? $0) }
    }

    private func ask() throws(ClientError) {
        (hasNews, askedAt, asksAgain) = (false, .now, nil)
        let connection = try ServiceConnection(to: link.path)
        defer { connection.close() }
        let status = try connection.call(InspectInterface.GetStatus(), within: Self.answerTime).value
        let accesses = try connection.call(
            SettingsInterface.ListAccesses(limit: 100),
            within: Self.answerTime
        ).value.accesses
        let apps = try connection.callForAllPages(SettingsInterface.ListApps(), within: Self.answerTime).value
            .apps
        let now = Moment.now.utc
        use = use.next(status, apps, accesses, of: user, at: now)
        let change = use.changesAt.map { ContinuousClock.now + max(.zero, now.duration(to: $0)) }
        let isWaiting = status.consumers.contains { $0.want != .significantChanges }
        asksAgain = [change, isWaiting ? .now + Self.interval : nil].compactMap(\.self).min()
    }
}
