import CommandLineTool
import Waymark
import WaymarkInterfaces

/// Keeps the content of a monitor up to date: two streams tell that something has changed, and calls tell the rest.
struct MonitorFeed {
    /// How often the service is asked at most, however fast things change.
    private static let leastInterval: Duration = .seconds(1)

    /// How often it is asked while a receiver has a fix, because no event tells its accuracy.
    private static let fixInterval: Duration = .seconds(5)

    /// How long the service may take to answer; the screen stands still meanwhile.
    private static let answerTime: Duration = .seconds(5)

    private(set) var content = MonitorContent()

    private let service: Service
    private let decisions: ServiceLink<InspectInterface.WatchDecisions>
    private let receivers: ServiceLink<InspectInterface.WatchReceivers>
    private var hasNews = true
    private var asksAgain: ContinuousClock.Instant = .now

    /// Opens the streams.
    ///
    /// - Throws: ``Failure`` if the service cannot be reached. Later failures of that kind are waited for.
    init(_ service: Service, _ patience: Patience) throws(Failure) {
        self.service = service
        decisions = ServiceLink(
            InspectInterface.WatchDecisions(limit: MonitorContent.decisionLimit),
            to: service.path,
            patience.poller
        )
        receivers = ServiceLink(InspectInterface.WatchReceivers(), to: service.path, patience.poller)
        try decisions.start()
        receivers.open()
    }

    /// When to call ``update(_:)`` though nothing has arrived.
    var deadline: ContinuousClock.Instant? {
        [decisions.deadline, receivers.deadline, content.problem == nil ? nextSnapshot : nil]
            .compactMap(\.self).min()
    }

    /// Handles what has arrived, and asks for the state if it may have changed.
    mutating func update(_ patience: Patience) throws(Failure) {
        while let step = try decisions.step() {
            switch step {
            case .reply(let reply):
                content.problem = nil
                content.add(reply.value)
                hasNews = hasNews || reply.value.sequence == 1 || !reply.value.decisions.isEmpty
            case .lost(let error), .unopened(let error): content.problem = Failure(error).message
            }
            guard try patience.lasts() else { return }
        }
        while let step = try receivers.step() {
            if case .reply(let reply) = step { hasNews = hasNews || !reply.value.receivers.isEmpty }
            guard try patience.lasts() else { return }
        }
        guard content.problem == nil, nextSnapshot.map({ $0 <= .now }) ?? false else { return }
        try takeSnapshot()
    }

    private var nextSnapshot: ContinuousClock.Instant? {
        if hasNews { return asksAgain }
        let isFixed = content.snapshot?.status.receivers.contains { $0.state == .fixed } ?? false
        let fixed = isFixed ? content.takenAt + Self.fixInterval : nil
        return [fixed, content.changesAt].compactMap(\.self).min().map { max($0, asksAgain) }
    }

    private mutating func takeSnapshot() throws(Failure) {
        hasNews = false
        asksAgain = .now + Self.leastInterval
        do throws(ClientError) {
            let connection = try ServiceConnection(to: service.path)
            defer { connection.close() }
            content.put(
                MonitorContent.Snapshot(
                    status: try connection.call(InspectInterface.GetStatus(), within: Self.answerTime).value,
                    apps: try connection.call(SettingsInterface.ListApps(), within: Self.answerTime).value
                        .apps,
                    widgets: try connection.call(InspectInterface.ListWidgets(), within: Self.answerTime)
                        .value
                        .widgets
                ),
                at: .now
            )
        } catch {
            let failure = Failure(error)
            guard failure.isUnreachable else { throw failure }
            // The streams tell whether it is gone. If it only did not answer, it is asked again.
            hasNews = true
        }
    }
}
