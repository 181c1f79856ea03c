import WaymarkInterfaces

/// What the service has been told of the views of all tabs, and what it must be told next.
struct VisibilityLedger {
    enum Report: Hashable, Sendable {
        case widget(String, visible: Bool)
        case app(String, visible: Bool)
    }

    static let app = "org.waymark.board"

    /// The host's session; `nil` while there is none.
    private(set) var session: String?

    private var wanted: Set<String> = []
    private var told: Set<String> = []
    private var wantsApp: Bool?
    private var toldApp: Bool?
    private var isBusy = false

    /// Whether the service knows in this session if the app is in view: until then a stream of it would be a use of it.
    private(set) var hasToldApp = false

    /// Starts again: the service forgets with a session what was reported with it.
    mutating func begin(_ session: String?) {
        self.session = session
        told = []
        toldApp = nil
        hasToldApp = false
        isBusy = false
    }

    /// Sets which widgets are in view, and whether the trace is; `nil` while nothing follows the location.
    mutating func show(_ widgets: Set<String>, showsApp: Bool?) {
        wanted = widgets
        wantsApp = showsApp
        if showsApp == nil { (toldApp, hasToldApp) = (nil, false) }
    }

    /// Returns the reports to make now; empty while earlier ones are being made, or if there is nothing to tell.
    ///
    /// What came into view is told first: somebody is looking at it.
    mutating func next() -> [Report] {
        guard session != nil, !isBusy else { return [] }
        var reports: [Report] = wanted.subtracting(told).sorted().map { .widget($0, visible: true) }
        reports += told.subtracting(wanted).sorted().map { .widget($0, visible: false) }
        if let wantsApp, wantsApp != toldApp { reports.append(.app(Self.app, visible: wantsApp)) }
        guard !reports.isEmpty else { return [] }
        isBusy = true
        told = wanted
        toldApp = wantsApp ?? toldApp
        return reports
    }

    /// Notes that the reports were made in this session, or that the service could not be called, so that all of them
    /// must be made again.
    mutating func finish(_ session: String, isMade: Bool = true) {
        guard session == self.session else { return }
        isBusy = false
        hasToldApp = toldApp != nil
        if !isMade { begin(session) }
    }
}
