package import LocationModel

/// The state of an engine at the start of a record, from which the run can be replayed.
///
/// A record that begins while the service runs has what the service saves, and an event for each open session and each
/// receiver. It lacks the rest: when widgets were in view, requests that are not answered, the machine's
/// track, how long receivers have been on.
package struct RunStart: Codable, Sendable {
    package let settings: EngineSettings
    private let state: SavedState
    private let catalogue: AppCatalogue
    private let receiverNames: [String]
    private let receiverRanks: [Int]
    private let origin: RunOrigin
    private let lastDecision: UInt64

    /// The events that restore what the service knew without saving it; `nil` at the service's own start.
    private let context: [Event]?

    /// Whether the record begins with the service, so that it lacks nothing.
    package var isWhole: Bool { context == nil }

    /// Describes an engine at the service's own start, or, with a context, later.
    package init(of engine: Engine, since origin: RunOrigin, _ context: [Event]? = nil) {
        settings = engine.settings
        var state = engine.savedState
        // The numbers of widgets that are placed from now on follow from this one.
        state.nextWidgetNumber = origin.nextWidgetNumber
        self.state = state
        catalogue = engine.catalogue
        receiverNames = engine.receiverNames
        receiverRanks = engine.receiverRanks
        self.origin = origin
        lastDecision = engine.lastDecision
        self.context = context
    }

    package func engine(at now: Moment) -> Engine {
        var state = state
        // A damaged record may lack it.
        state.nextWidgetNumber = max(state.nextWidgetNumber, 1)
        var engine = Engine(
            settings: settings,
            state: state,
            journal: JournalNumbers(after: lastDecision),
            catalogue: catalogue,
            receiverNames: receiverNames,
            receiverRanks: receiverRanks,
            secret: origin.secret,
            at: origin.moment
        )
        for event in context ?? [] { _ = engine.handle(event, at: now) }
        return engine
    }
}

/// The starting point of the identifiers that an engine gives.
package struct RunOrigin: Codable, Sendable {
    fileprivate let secret: NumberingSecret?
    fileprivate let moment: Moment
    fileprivate let nextWidgetNumber: UInt64

    package init(_ secret: NumberingSecret?, _ state: SavedState, at moment: Moment) {
        self.secret = secret
        self.moment = moment
        nextWidgetNumber = state.nextWidgetNumber
    }
}

/// The events that led to the unsaved state of a running service: those that opened its sessions, what they
/// show, and the latest reports of receivers.
package struct RunContext: Sendable {
    /// The event that opened each session, and the latest about each widget or app that it shows.
    private var sessions: [SessionIdentifier: (opened: Event, shown: [String: Event])] = [:]
    private var states: [ReceiverIdentifier: Event] = [:]
    private var epochs: [ReceiverIdentifier: [Event]] = [:]

    /// The number of epochs kept of each receiver: this many fixes that agree are believed.
    private static let epochCount = 4

    /// The most widgets and apps of a session whose visibility is kept.
    private static let shownCount = 256

    package init() {}

    /// Records an event that the service has handled, unless the service refused it.
    package mutating func note(_ event: Event, _ effects: [Effect]) {
        if case .disconnected(let session) = event { sessions[session] = nil }
        guard !effects.contains(where: { if case .refuse = $0 { true } else { false } }) else { return }
        switch event {
        case .opened(let session, _, _, _): sessions[session] = (event, [:])
        case .called(.setVisibility(let widget, _, let session?), _, _):
            show(event, of: widget.description, on: session)
        case .called(.setAppVisibility(let app, _, let session), _, _):
            show(event, of: app.description, on: session)
        case .receiverReported(let receiver, .state): states[receiver] = event
        case .receiverReported(let receiver, .epoch):
            epochs[receiver] = epochs[receiver, default: []].suffix(Self.epochCount - 1) + [event]
        default: break
        }
    }

    private mutating func show(_ event: Event, of name: String, on session: SessionIdentifier) {
        guard let shown = sessions[session]?.shown, shown[name] != nil || shown.count < Self.shownCount else {
            return
        }
        sessions[session]?.shown[name] = event
    }

    /// The events, in an order in which an engine can handle them: what receivers report counts only once somebody wants it.
    package var events: [Event] {
        sessions.sorted { $0.key < $1.key }.flatMap { _, session in
            [session.opened] + session.shown.sorted { $0.key < $1.key }.map(\.value)
        }
            + epochs.sorted { $0.key < $1.key }.flatMap(\.value)
            + states.sorted { $0.key < $1.key }.map(\.value)
    }
}
