import LocationModel
import Testing
import WaymarkEngine

/// What `docs/budget.md` says about tickets, and `docs/hosts.md` about what a person chose for a widget.
///
/// It sees the requests and how they end, but not what the engine derives from them.
struct TicketModel {
    private enum State: Equatable {
        case waiting
        case requested(RequestIdentifier)
        case done(RequestIdentifier)
        case removed

        var isOver: Bool {
            switch self {
            case .waiting, .requested: false
            case .done, .removed: true
            }
        }
    }

    private struct Known {
        let widget: WidgetIdentifier
        var state = State.waiting
        var failures: UInt32 = 0
    }

    private var tickets: [TicketIdentifier: Known] = [:]
    private var watchers: [SessionIdentifier: [TicketIdentifier: TicketStatus]] = [:]

    /// The watcher that came with the event at hand, and the tickets that it watches.
    private var opened: (session: SessionIdentifier, tickets: Set<TicketIdentifier>)?

    /// The session that the event at hand ends; before that, it is still told what was due.
    private var gone: SessionIdentifier?
    private var families: [WidgetIdentifier: WidgetFamily] = [:]
    private var configurations: [WidgetIdentifier: ConfigurationValues] = [:]

    /// The widget that was configured by the event at hand, with what was chosen for it.
    private var chosen:
        (widget: WidgetIdentifier, family: WidgetFamily?, configuration: ConfigurationValues?)?

    /// How many tickets have ended, how often a watcher was told of one, and how many requests had a chosen family.
    private(set) var (doneCount, toldCount, configuredCount) = (0, 0, 0)
    var identifiers: [TicketIdentifier] { tickets.keys.sorted() }

    /// Takes note of an event that was accepted, before its effects.
    mutating func apply(_ event: Event) {
        switch event {
        case .opened(let session, .tickets(let tickets), _, _):
            watchers[session] = [:]
            opened = (session, tickets)
        case .disconnected(let session): gone = session
        case .called(.configure(let widget, let family, let configuration), _, _):
            chosen = (widget, family, configuration)
        default: break
        }
    }

    /// Takes note of what the engine did, in this order.
    mutating func record(_ effect: Effect) {
        switch effect {
        case .commit(.ticket(let ticket, let saved?)) where tickets[ticket] == nil:
            tickets[ticket] = Known(widget: saved.widget)
        case .commit(.ticket(let ticket, nil)):
            if let known = tickets.removeValue(forKey: ticket) { #expect(known.state.isOver) }
        // What was due before the event was done with what was chosen before.
        case .commit(.widgetSetup(let widget, _)) where widget == chosen?.widget: choose()
        case .commit(.widgetRemoved(let widget)):
            change(widget) { if !$0.state.isOver { $0.state = .removed } }
            families[widget] = nil
            configurations[widget] = nil
        case .tellProvider(_, .reload(let request)):
            change(request.widget) { if $0.state == .waiting { $0.state = .requested(request.request) } }
            if let family = families[request.widget] {
                configuredCount += 1
                #expect(request.setup.family == family)
            }
            for (name, value) in configurations[request.widget]?.values ?? [:] {
                // Without the manifest there are no defaults, but what was chosen stays.
                #expect(request.setup.configuration[name] == value)
            }
        case .record(let entry): record(entry)
        case .tellTicketWatcher(let session, let told):
            #expect(watchers[session] != nil, "it goes to an open stream")
            for status in told {
                let before = watchers[session]?.updateValue(status, forKey: status.identifier)
                #expect(before?.saysTheSame(as: status) != true, "nothing is told twice")
            }
            toldCount += told.count
        default: break
        }
    }

    private mutating func record(_ entry: JournalEntry) {
        guard let widget = entry.subject.widget else { return }
        switch entry.decision {
        case .widget(.timeline(let request, _, _)):
            change(widget) { if $0.state == .requested(request) { $0.state = .done(request) } }
            doneCount += tickets.values.count { $0.state == .done(request) }
        case .widget(.timelineFailed(let request, _, _)), .widget(.timelineLate(let request, _)):
            change(widget) {
                guard $0.state == .requested(request) else { return }
                $0.state = .waiting
                $0.failures += 1
            }
        case .widget(.requestAbandoned(let request)):
            change(widget) { if $0.state == .requested(request) { $0.state = .waiting } }
        default: break
        }
    }

    private mutating func choose() {
        guard let (widget, family, configuration) = chosen else { return }
        if let family { families[widget] = family }
        if let configuration { configurations[widget] = configuration }
        chosen = nil
    }

    /// Ends an event, and checks that the engine knows the tickets so, and has told those who watch them.
    mutating func check(_ engine: Engine) {
        choose()
        if let (session, tickets) = opened {
            let told = Set((watchers[session] ?? [:]).keys)
            #expect(told == tickets, "whoever begins to watch is told of all")
        }
        opened = nil
        if let gone { watchers[gone] = nil }
        gone = nil
        for (identifier, known) in tickets {
            guard let ticket = try? engine.ticket(identifier, for: .root) else {
                Issue.record("\(identifier) is known until it is forgotten")
                continue
            }
            let state: State =
                switch ticket.end {
                case .done(let request, _): .done(request)
                case .removed: .removed
                case nil: ticket.request.map { .requested($0) } ?? .waiting
                }
            #expect(
                ticket.widget == known.widget && state == known.state && ticket.failures == known.failures
            )
        }
        for told in watchers.values.joined() {
            guard let status = try? engine.ticketStatus(told.key, for: .root) else { continue }
            #expect(told.value.ticket == status.ticket, "watchers are told of each change")
            #expect(told.value.wait?.name == status.wait?.name, "and of what it waits for")
        }
    }

    private mutating func change(_ widget: WidgetIdentifier, _ body: (inout Known) -> Void) {
        for (identifier, known) in tickets where known.widget == widget {
            var changed = known
            body(&changed)
            tickets[identifier] = changed
        }
    }
}
