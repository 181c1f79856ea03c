import WaymarkInterfaces

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
