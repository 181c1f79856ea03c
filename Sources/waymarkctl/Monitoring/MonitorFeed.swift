import CommandLineTool
import Waymark

struct MonitorContent {
    static let decisionLimit = 500

    struct Snapshot {
        var status: InspectInterface.GetStatus.Reply
        var apps: [SettingsInterface.App]
        var widgets: [InspectInterface.Widget]
    }

    var snapshot: Snapshot?

    /// The latest decisions, oldest first.
    private(set) var decisions: [InspectInterface.Decision] = []

    /// Why there is no connection to the service, if there is none.
    var problem: String?

    /// Adds the decisions of an event; the first event of a stream replaces all.
    mutating func add(_ event: InspectInterface.WatchDecisions.Reply) {
        if event.sequence == 1 { decisions = [] }
        decisions = (decisions + event.decisions).suffix(Self.decisionLimit)
    }
}

/// Keeps the content of a monitor up to date: a stream brings the decisions, and calls the state, once a second.
struct MonitorFeed {
    /// How long the service may take to answer; the screen stands still meanwhile.
    private static let answerTime: Duration = .seconds(5)

    private(set) var content = MonitorContent()

    private let service: Service
    private let decisions: ServiceLink<InspectInterface.WatchDecisions>
    private var asksAgain: ContinuousClock.Instant = .now

    /// Opens the stream: a service that is not there at the start is a failure.
    init(_ service: Service, _ patience: Patience) throws {
        self.service = service
        decisions = ServiceLink(
            InspectInterface.WatchDecisions(limit: MonitorContent.decisionLimit),
            to: service.path,
            patience.poller
        )
        try decisions.connect()
    }

    /// When to call ``update(_:)`` though nothing has arrived.
    var deadline: ContinuousClock.Instant { min(asksAgain, decisions.deadline ?? asksAgain) }

    /// Handles what has arrived, and asks for the state if it is time.
    mutating func update(_ patience: Patience) throws {
        while let step = try decisions.step() {
            switch step {
            case .reply(let reply):
                content.problem = nil
                content.add(reply.value)
            case .lost(let error), .unopened(let error): content.problem = error.message
            }
            guard try patience.lasts() else { return }
        }
        guard asksAgain <= .now else { return }
        asksAgain = .now + .seconds(1)
        if content.problem == nil { try takeSnapshot() }
    }

    private mutating func takeSnapshot() throws {
        do throws(ClientError) {
            let connection = try ServiceConnection(to: service.path)
            defer { connection.close() }
            content.snapshot = MonitorContent.Snapshot(
                status: try connection.call(InspectInterface.GetStatus(), within: Self.answerTime).value,
                apps: try connection.call(SettingsInterface.ListApps(), within: Self.answerTime).value.apps,
                widgets: try connection.call(InspectInterface.ListWidgets(), within: Self.answerTime).value
                    .widgets
            )
        } catch {
            // The stream tells whether the service is gone. If it only did not answer, it is asked again.
            guard error.isUnreachable else { throw error }
        }
    }
}
