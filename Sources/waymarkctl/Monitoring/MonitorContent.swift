import CommandLineTool
import LocationModel
import WaymarkInterfaces

struct MonitorContent {
    static let decisionLimit = 500

    struct Snapshot {
        var status: InspectInterface.GetStatus.Reply
        var apps: [SettingsInterface.App]
        var widgets: [InspectInterface.Widget]
    }

    private(set) var snapshot: Snapshot?
    private(set) var takenAt: ContinuousClock.Instant = .now

    /// The latest decisions, oldest first.
    private(set) var decisions: [InspectInterface.Decision] = []

    /// Why there is no connection to the service, if there is none.
    var problem: String?

    mutating func put(_ snapshot: Snapshot, at now: ContinuousClock.Instant) {
        self.snapshot = snapshot
        takenAt = now
    }

    /// Adds the decisions of an event; the first event of a stream replaces all.
    mutating func add(_ event: InspectInterface.WatchDecisions.Reply) {
        if event.sequence == 1 { decisions = [] }
        decisions = (decisions + event.decisions).suffix(Self.decisionLimit)
    }

    /// Returns the state with all ages and remaining times as they are at a time.
    func aged(to now: ContinuousClock.Instant) -> Snapshot? {
        guard var snapshot else { return nil }
        let elapsed = max(.zero, now - takenAt) / .seconds(1)
        func later(_ age: inout Double?) { age? += elapsed }
        func nearer(_ remaining: inout Double?) { remaining = remaining.map { max(0, $0 - elapsed) } }
        snapshot.status.uptimeSeconds += elapsed
        later(&snapshot.status.lastSignificantChangeAgeSeconds)
        nearer(&snapshot.status.receiversPauseSeconds)
        for index in snapshot.status.receivers.indices {
            snapshot.status.receivers[index].sinceSeconds += elapsed
            later(&snapshot.status.receivers[index].lastFixAgeSeconds)
            nearer(&snapshot.status.receivers[index].retryAfterSeconds)
        }
        for index in snapshot.status.consumers.indices {
            nearer(&snapshot.status.consumers[index].inUseForSeconds)
        }
        for index in snapshot.widgets.indices {
            nearer(&snapshot.widgets[index].inUseForSeconds)
            if var reload = snapshot.widgets[index].nextReload {
                nearer(&reload.remainingSeconds)
                snapshot.widgets[index].nextReload = reload
            }
        }
        return snapshot
    }

    /// The time after which the state is another without any event, if there is one: the end of a countdown.
    var changesAt: ContinuousClock.Instant? {
        guard let snapshot else { return nil }
        let countdowns =
            snapshot.widgets.flatMap { [$0.inUseForSeconds, $0.nextReload?.remainingSeconds] }
            + snapshot.status.receivers.map(\.retryAfterSeconds)
            + snapshot.status.consumers.map(\.inUseForSeconds)
        return countdowns.compactMap(\.self).min().map { takenAt + Duration(clamping: $0) }
    }
}
