import Fuzzers
import LocationModel
import WaymarkEngine

/// The rules of `docs/behaviour.md` for all apps and widgets of a random run.
///
/// It sees the events, and which calls were accepted, but nothing that the engine derives from them.
struct RuleModel {
    enum Use {
        case inView
        case inWindow
        case notInUse
    }

    private struct Widget {
        var isInStandingView = false
        var hosts: Set<SessionIdentifier> = []
        var lastInView: MonotonicInstant?
        var share: Share?
        var isInView: Bool { isInStandingView || !hosts.isEmpty }
    }

    /// What a click has shared, for whichever app it is.
    private struct Share {
        var end: MonotonicInstant
        var accuracies: [AppKey: AccuracyAuthorization]
    }

    private struct Running: Equatable {
        var sessions: Set<SessionIdentifier> = []

        /// The streams of locations, headings and events, in which nothing is told of the authorization.
        var streams: Set<SessionIdentifier> = []
        var calls: Set<CallIdentifier> = []
        var hiddenBy: Set<SessionIdentifier> = []
        var graceEnd: MonotonicInstant?
        var isRunning: Bool {
            !(sessions.isEmpty && streams.isEmpty && calls.isEmpty) && hiddenBy.isEmpty
        }
    }

    static let apps = [AppKey.weather, .tides]

    private(set) var books: [AppKey: RuleBook]
    private var running: [AppKey: Running]
    private var widgets: [WidgetIdentifier: Widget] = [:]
    private var questions: [PromptIdentifier: (app: AppKey, question: PromptQuestion)] = [:]
    private var policy = RandomPolicy.none
    private var services = (everybody: true, owner: true)
    private var window: Duration = .seconds(900)
    private(set) var now: MonotonicInstant

    init(at now: Moment) {
        books = Dictionary(uniqueKeysWithValues: Self.apps.map { ($0, RuleBook()) })
        running = Dictionary(uniqueKeysWithValues: Self.apps.map { ($0, Running()) })
        self.now = now.instant
    }

    func book(_ app: AppKey) -> RuleBook { books[app] ?? RuleBook() }

    // MARK: Use

    func isInUse(_ app: AppKey) -> Bool {
        let app = running[app] ?? Running()
        return app.isRunning || app.graceEnd.map { $0 > now } ?? false
    }

    func sessions(of app: AppKey) -> Set<SessionIdentifier> { running[app]?.sessions ?? [] }

    func use(of widget: WidgetIdentifier) -> Use {
        guard let widget = widgets[widget], !widget.isInView else {
            return widgets[widget] == nil ? .notInUse : .inView
        }
        return widget.lastInView.map { $0 + window > now } ?? false ? .inWindow : .notInUse
    }

    func ground(of widget: WidgetIdentifier, of app: AppKey) -> Ground? {
        let ground = book(app).ground(of: use(of: widget), isAppInUse: isInUse(app))
        guard let share = widgets[widget]?.share?.accuracies[app] else { return ground }
        return ground == nil || share == .full && book(app).accuracy == .reduced ? .sharedOnce : ground
    }

    func sharedAccuracy(of widget: WidgetIdentifier, of app: AppKey) -> AccuracyAuthorization? {
        widgets[widget]?.share?.accuracies[app]
    }

    func question(_ prompt: PromptIdentifier) -> PromptQuestion? { questions[prompt]?.question }

    var mayOwnerKnowOfMovement: Bool { books.values.contains { $0.status.isAuthorized } }

    // MARK: Events

    /// Lets time pass, but nothing end yet.
    mutating func look(at now: Moment) { self.now = now.instant }

    mutating func expire() {
        for (widget, known) in widgets where known.share.map({ $0.end <= now }) ?? false {
            widgets[widget]?.share = nil
        }
        for (app, use) in running where use.graceEnd.map({ $0 <= now }) ?? false {
            running[app]?.graceEnd = nil
            books[app]?.endUse()
            books[app]?.isRefusedInUse = false
        }
    }

    /// Records questions and answered calls, which come from the engine.
    mutating func record(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .record(let entry):
                guard case .authorization(.asked(let prompt, let question, _)) = entry.decision,
                    let app = entry.subject.app
                else { continue }
                questions[prompt] = (app, question)
            case .tellProvider(_, .reload(let request)) where request.location.isLocation:
                widgets[request.widget]?.share = nil
            case .reply(let call, .location): change { $0.calls.remove(call) }
            // With the key of a widget that is there, the answer is that widget.
            case .reply(_, .widget(let widget)): if widgets[widget] == nil { widgets[widget] = Widget() }
            default: break
            }
        }
    }

    mutating func apply(_ event: Event) {
        defer { withdrawShares() }
        switch event {
        case .called(let command, _, _): apply(command)
        case .opened(let session, .app(let app), _, _): change(app) { $0.sessions.insert(session) }
        case .opened(let session, .monitor(let app), _, _),
            .opened(let session, .follower(_, let app), _, _):
            change(app) { $0.streams.insert(session) }
        case .locationRequested(_, let app, _, let call): change(app) { $0.calls.insert(call) }
        case .callAbandoned(let call): change { $0.calls.remove(call) }
        case .disconnected(let session):
            change {
                $0.sessions.remove(session)
                $0.streams.remove(session)
                $0.hiddenBy.remove(session)
            }
            for widget in widgets.keys { hide(widget, on: session) }
        case .manifestsInstalled(let manifests, _):
            books[.tides]?.defaultAccuracy = manifests.isEmpty ? .full : .reduced
        case .settingsChanged(let settings):
            window = settings.inUseWindow
            policy = RandomPolicy.allCases.first { $0.policy == settings.policy } ?? .none
            limit()
        default: break
        }
    }

    private mutating func apply(_ command: Command) {
        let before = books
        defer {
            for (app, book) in books where book.widgets != before[app]?.widgets {
                let isRefusedInUse = book.widgets == .refused && isInUse(app)
                books[app]?.isRefusedInUse = isRefusedInUse
            }
        }
        switch command {
        case .authorize(let app, let change): books[app]?.choose(change)
        case .reset(_, let app):
            for (key, _) in books where app == nil || app == key.app { books[key]?.reset() }
        case .forget(let app): books[app]?.reset()
        case .switchServices(let isOn, let user):
            if user == nil { services.everybody = isOn } else { services.owner = isOn }
            limit()
        case .answerPrompt(_, let prompt, let choice, let accuracy):
            guard let (app, question) = questions[prompt] else { return }
            books[app]?.answer(question, choice, accuracy: accuracy)
        case .setAppVisibility(let app, let isVisible, let host):
            change(app) { if isVisible { $0.hiddenBy.remove(host) } else { $0.hiddenBy.insert(host) } }
        case .remove(let widget): widgets[widget] = nil
        case .setVisibility(let widget, true, let host?): widgets[widget]?.hosts.insert(host)
        case .setVisibility(let widget, true, nil): widgets[widget]?.isInStandingView = true
        case .setVisibility(let widget, false, let host): hide(widget, on: host)
        case .shareOnce(let widget, let exactly, _):
            let accuracies = books.mapValues { exactly ? .full : $0.accuracy }
            widgets[widget]?.share = Share(end: now + .seconds(60), accuracies: accuracies)
        default: break
        }
    }

    private mutating func withdrawShares() {
        for (widget, known) in widgets where known.share != nil {
            for (app, book) in books where book.forbidsSharing(known.share?.accuracies[app]) {
                widgets[widget]?.share?.accuracies[app] = nil
            }
        }
    }

    private mutating func limit() {
        for app in Self.apps {
            let areOn = services.everybody && services.owner
            books[app]?.limits = policy.limits(of: app).union(areOn ? [] : .servicesOff)
        }
    }

    private mutating func hide(_ widget: WidgetIdentifier, on host: SessionIdentifier?) {
        guard let before = widgets[widget], before.isInView else { return }
        if let host { widgets[widget]?.hosts.remove(host) } else { widgets[widget]?.isInStandingView = false }
        if widgets[widget]?.isInView == false { widgets[widget]?.lastInView = now }
    }

    private mutating func change(_ app: AppKey? = nil, _ body: (inout Running) -> Void) {
        for key in Self.apps where app == nil || app == key {
            let wasRunning = running[key]?.isRunning ?? false
            running[key].map {
                var changed = $0
                body(&changed)
                if changed.isRunning {
                    changed.graceEnd = nil
                } else if wasRunning {
                    changed.graceEnd = now + .seconds(5)
                }
                running[key] = changed
            }
        }
    }
}

extension RandomPolicy {
    /// What it means for an app of the owner.
    func limits(of app: AppKey) -> AuthorizationLimits {
        let isWeather = app == .weather
        return switch self {
        case .none: []
        case .forbidsTides: isWeather ? [] : .forbidden
        case .reducesAccuracy: .reducedAccuracy
        case .whenInUseOnly: isWeather ? .whenInUseOnly : .reducedAccuracy
        case .exemptsWeather: isWeather ? [] : [.whenInUseOnly, .reducedAccuracy]
        }
    }
}
