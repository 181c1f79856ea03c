import Varlink
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

    /// The reason why there is no connection to the service, if there is none.
    var problem: String?

    /// Adds the decisions of an event; the first event of a stream replaces all.
    mutating func add(_ event: InspectInterface.WatchDecisions.Reply) {
        if event.sequence == 1 { decisions = [] }
        decisions = (decisions + event.decisions).suffix(Self.decisionLimit)
    }
}

/// The part of a monitor that the person has chosen to see.
struct MonitorView {
    /// Whether the arrows scroll the decisions, and not the state.
    private(set) var scrollsDecisions = false

    /// The number of lines of the state that are scrolled out above.
    private(set) var stateOffset = 0

    /// The number of lines of decisions that are scrolled out below, where the newest is.
    private(set) var decisionsOffset = 0
    private(set) var isPaused = false

    /// Handles a key, where a page has `page` lines; returns `false` if the monitor should end.
    mutating func press(_ key: TerminalScreen.Key, page: Int) -> Bool {
        switch key {
        case .character("q"): return false
        case .character("p"), .character(" "): isPaused.toggle()
        case .tab: scrollsDecisions.toggle()
        case .up, .character("k"): scroll(by: -1)
        case .down, .character("j"): scroll(by: 1)
        case .pageUp: scroll(by: -page)
        case .pageDown: scroll(by: page)
        case .home: scroll(by: -Self.farthest)
        case .end: scroll(by: Self.farthest)
        default: break
        }
        return true
    }

    /// Keeps the offsets within what there is to scroll.
    mutating func limit(stateOffset states: Int, decisionsOffset decisions: Int) {
        stateOffset = min(stateOffset, max(0, states))
        decisionsOffset = min(decisionsOffset, max(0, decisions))
    }

    /// An offset beyond the end of any content.
    private static let farthest = 1_000_000

    private mutating func scroll(by lines: Int) {
        if scrollsDecisions {
            decisionsOffset = max(0, decisionsOffset - lines)
        } else {
            stateOffset = max(0, stateOffset + lines)
        }
    }
}
