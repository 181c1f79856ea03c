import WaymarkInterfaces

/// The reports on the views of all tabs that the service has, and those that it must get next.
struct VisibilityLedger {
    /// A widget or the board's own app, and whether it is in view.
    typealias Report = (name: String, visible: Bool)

    static let app = "org.waymark.board"

    /// The host's session; `nil` while there is none.
    private(set) var session: String?

    private var told: [String: Bool] = [:]

    /// The names in the reports that are being made.
    private var reported: Set<String>?

    /// The names in reports that failed: the service may have them or not.
    private var unsure: Set<String> = []

    /// Whether the service knows in this session if the app is in view: until then a stream of it would be a use of it.
    private(set) var hasToldApp = false

    /// Starts again: the service forgets with a session what was reported with it.
    mutating func begin(_ session: String?) {
        self = VisibilityLedger()
        self.session = session
    }

    /// Returns the reports to make now; empty while earlier ones are being made, or if there is nothing to tell.
    ///
    /// What came into view is told first: somebody is looking at it. `showsApp` is whether the trace is in view, and `nil`
    /// while nothing follows the location.
    mutating func next(_ widgets: Set<String>, showsApp: Bool?) -> [Report] {
        if showsApp == nil {
            hasToldApp = false
            // So that it is told again with the next trace.
            if told[Self.app] == false { told[Self.app] = nil }
        }
        guard session != nil, reported == nil else { return [] }
        var wanted = Dictionary(uniqueKeysWithValues: widgets.map { ($0, true) })
        wanted[Self.app] = showsApp
        let gone = unsure.union(told.keys).filter { wanted[$0] == nil }
        let all = wanted.merging(gone.map { ($0, false) }) { $1 }
        let reports = all.filter { told[$0.key] != $0.value || unsure.contains($0.key) }
            .map { (name: $0.key, visible: $0.value) }
        guard !reports.isEmpty else { return [] }
        (told, reported) = (wanted, Set(reports.map(\.name)))
        return reports.sorted { ($0.visible ? 0 : 1, $0.name) < ($1.visible ? 0 : 1, $1.name) }
    }

    /// Notes that the reports were made in this session, or that the service could not be called, so that all of them
    /// must be made again.
    mutating func finish(_ session: String, isMade: Bool = true) {
        guard session == self.session, let reported else { return }
        unsure = isMade ? [] : unsure.union(reported)
        self.reported = nil
        hasToldApp = isMade && told[Self.app] != nil
    }
}
