package import LocationModel

/// The state of a feed that has no position.
package enum FeedState: Hashable, Sendable {
    case searching

    /// There is no receiver to search with, for this reason.
    case absent(String)
}

/// Decides what to ask of ModemManager and what to tell the service.
///
/// It switches a modem's receiver on while positions are wanted, switches off only what it has switched on,
/// and forwards the receiver's new sentences. It performs no I/O, and is told the time.
package struct ModemControl: Sendable {
    package enum Event: Hashable, Sendable {
        case service(FeedDemand)

        /// There is no ModemManager, or these are all modems of the one with this name on the bus.
        case managerGone
        case modems([Modem], of: String)

        /// ModemManager has done or answered what it was asked for a modem, or says why not.
        case switched(String)
        case sentences(String, of: String)
        case refused(String, because: String)
        case deadlineReached
    }

    package enum Effect: Hashable, Sendable {
        /// Has ModemManager switch a modem to these sources and no others.
        case setUp(String, LocationSources, signalsLocation: Bool)

        /// Asks for a modem's sentences.
        case getLocation(String)

        /// Gives a modem the owner's file with assistance data.
        case assist(String)

        /// Stores what the next process must take back if this one is killed.
        case note(SwitchedOnModem?)
        case readModems
        case sendNMEA(String)
        case sendState(FeedState)
    }

    /// The modem that is used while positions are wanted.
    private struct Use {
        let path: String

        /// The times of the next question and of the latest one.
        var askAt: MonotonicInstant
        var askedAt: MonotonicInstant
        var isAwaiting = false

        /// The latest answer; `nil` before the first, which may be from before the receiver was switched on.
        var trace: SentenceTrace?
    }

    /// A refusal of a modem, which is then left alone for a while.
    private struct ModemRefusal {
        /// The reason, until the modem does what it is asked.
        var reason: String?

        /// The end of the pause; `nil` when it is over.
        var until: MonotonicInstant?
        var pauses = BackOff(first: .seconds(5), longest: .seconds(300))
    }

    /// The time after which a burst of sentences has arrived.
    private static let burst: Duration = .milliseconds(300)

    /// The least time between two questions: the receivers of modems find one position a second.
    private static let shortestInterval: Duration = .seconds(1)

    /// A delay of the next question that shows that the machine has slept.
    private static let sleep: Duration = .seconds(15)

    /// The least time after which a modem gets the owner's file again.
    private static let assistanceInterval: Duration = .seconds(12 * 3600)

    /// Whether it is known if there is a ModemManager, its name on the bus, and its modems in the order of preference.
    private var isKnown = false
    private var owner: String?
    private var modems: [Modem] = []
    private var refusals: [String: ModemRefusal] = [:]
    private var assistedAt: [String: MonotonicInstant] = [:]
    private var demand = FeedDemand.away
    private var interval = shortestInterval
    private var told: FeedState?
    private var use: Use?

    /// The modem whose receiver ModemManager switches on or off now.
    private var switching: (path: String, isOn: Bool)?

    /// Whether to switch the receiver off and on: its modem has slept, and may have forgotten it.
    private var restarts = false

    /// The receiver to switch off again; there is one modem's at a time.
    package private(set) var taken: SwitchedOnModem?

    private var effects: [Effect] = []

    /// Creates a control that knows of no modem yet, with the receiver that an earlier run has left switched
    /// on.
    package init(taken: SwitchedOnModem? = nil) { self.taken = taken }

    /// The time by which `deadlineReached` is due; `nil` if nothing is waited for.
    package var nextDeadline: MonotonicInstant? {
        guard isWanted || taken != nil else { return nil }
        let question = use.flatMap { isOn($0) && !$0.isAwaiting ? $0.askAt : nil }
        return (refusals.values.map(\.until) + [question]).compactMap(\.self).min()
    }

    private var isWanted: Bool { if case .wanted = demand { true } else { false } }

    // MARK: Events

    /// Handles an event, and returns what to do, in this order.
    package mutating func handle(_ event: Event, at now: MonotonicInstant) -> [Effect] {
        if let use, isOn(use), taken != nil, now > use.askAt + Self.sleep { restarts = true }
        var isFresh = false
        switch event {
        case .service(let new):
            if demand == .away { told = nil }
            demand = new
            guard case .wanted(let wanted) = new else { break }
            interval = max(Self.shortestInterval, wanted ?? .zero)
            if let next = use?.askAt { use?.askAt = min(next, now + interval) }
        case .managerGone: replaceManager(nil)
        case .modems(let found, let owner):
            replaceManager(owner)
            isFresh = true
            modems = found.sorted { ($0.identity, $0.path) < ($1.identity, $1.path) }
            if !modems.contains(where: { $0.path == switching?.path }) { switching = nil }
        case .switched(let path): finishSwitching(path, at: now)
        case .sentences(let text, let path): compare(SentenceTrace(text), of: path, at: now)
        case .refused(let path, let reason): refuse(path, reason, at: now)
        case .deadlineReached: break
        }
        for case (let path, let until?) in refusals.map({ ($0, $1.until) }) where until <= now {
            refusals[path]?.until = nil
        }
        if switching == nil, owner != nil { direct(isFresh: isFresh, at: now) }
        tell()
        ask(at: now)
        defer { effects = [] }
        return effects
    }

    private mutating func replaceManager(_ new: String?) {
        guard new != owner || !isKnown else { return }
        (isKnown, owner) = (true, new)
        (modems, refusals, assistedAt, use, switching) = ([], [:], [:], nil, nil)
        if taken?.owner != new { note(nil) }
    }

    private mutating func finishSwitching(_ path: String, at now: MonotonicInstant) {
        guard let done = switching, done.path == path,
            let index = modems.firstIndex(where: { $0.path == path })
        else { return }
        switching = nil
        refusals[path]?.reason = nil
        guard done.isOn else {
            modems[index].enabled.remove(.gpsNMEA)
            return
        }
        modems[index].enabled.insert(.gpsNMEA)
        use?.askAt = now
        guard modems[index].takesAssistance,
            assistedAt[path].map({ $0 + Self.assistanceInterval <= now }) ?? true
        else { return }
        assistedAt[path] = now
        effects.append(.assist(path))
    }

    private mutating func compare(_ trace: SentenceTrace, of path: String, at now: MonotonicInstant) {
        guard var asked = use, asked.path == path, asked.isAwaiting else { return }
        asked.isAwaiting = false
        asked.askAt = max(now, asked.askedAt + interval)
        if let last = asked.trace {
            let news = trace.news(since: last)
            // The question came during the receiver's burst, or just before it: ask a little later each
            // second.
            if news?.isMixed ?? true { asked.askAt = asked.askAt + Self.burst }
            if let news {
                effects.append(.sendNMEA(news.text))
                refusals[path] = nil
            }
        } else {
            asked.askAt = now + Self.shortestInterval
        }
        asked.trace = trace
        use = asked
    }

    private mutating func refuse(_ path: String, _ reason: String, at now: MonotonicInstant) {
        if switching?.path == path { switching = nil }
        if use?.path == path { use?.isAwaiting = false }
        guard let modem = modems.first(where: { $0.path == path }) else { return }
        let isForeign = modem.enabled.contains(.gpsUnmanaged) && !modem.enabled.contains(.gpsNMEA)
        let foreign =
            "another program, such as gpsd, reads the receiver of \(modem.name) itself (gps-unmanaged)"
        var refusal = refusals[path] ?? ModemRefusal()
        refusal.reason = isForeign ? foreign : reason
        refusal.until = now + refusal.pauses.next()
        refusals[path] = refusal
        // The refused request may have been carried out in part, or the modem is another one now.
        effects.append(.readModems)
    }

    // MARK: Directing

    /// Switches a receiver on, or back to what it was.
    ///
    /// Others may have switched sources meanwhile, so the modems are read first.
    private mutating func direct(isFresh: Bool, at now: MonotonicInstant) {
        let chosen = isWanted ? chosenModem : nil
        let givesBack = taken != nil && (restarts || taken?.path != chosen?.path)
        let isOff = chosen.map { !$0.enabled.contains(.gpsNMEA) } ?? false
        guard givesBack || isOff || use?.path != chosen?.path else { return }
        guard isFresh || taken == nil && chosen == nil else { return effects.append(.readModems) }
        if use?.path != chosen?.path { use = chosen.map { Use(path: $0.path, askAt: now, askedAt: now) } }
        if let taken, givesBack {
            if let modem = modems.first(where: { $0.path == taken.path }), modem.enabled.contains(.gpsNMEA) {
                guard refusals[modem.path]?.until == nil else { return }
                let rest = modem.enabled.subtracting(.gpsNMEA)
                return setUp(modem, rest, isOn: false, signalsLocation: taken.signalsLocation)
            }
            note(nil)
            restarts = false
            use?.trace = nil
        }
        guard let chosen, isOff else { return }
        let signals = taken?.signalsLocation ?? chosen.signalsLocation
        note(SwitchedOnModem(owner: owner ?? "", path: chosen.path, signalsLocation: signals))
        // The signals would tell everybody on the bus where the machine is.
        setUp(chosen, chosen.enabled.union(.gpsNMEA), isOn: true, signalsLocation: false)
    }

    private mutating func setUp(_ modem: Modem, _ all: LocationSources, isOn: Bool, signalsLocation: Bool) {
        switching = (modem.path, isOn)
        effects.append(.setUp(modem.path, all, signalsLocation: signalsLocation))
    }

    private mutating func note(_ new: SwitchedOnModem?) {
        guard new != taken else { return }
        taken = new
        effects.append(.note(new))
    }

    /// The modem to use: the one in use as long as it can be, and otherwise the first that can.
    private var chosenModem: Modem? {
        let ready = modems.filter { $0.isReady && refusals[$0.path]?.until == nil }
        return ready.first { $0.path == use?.path } ?? ready.first
    }

    private func isOn(_ use: Use) -> Bool {
        modems.contains { $0.path == use.path && $0.enabled.contains(.gpsNMEA) } && switching == nil
    }

    private mutating func ask(at now: MonotonicInstant) {
        guard let current = use, isOn(current), !restarts, !current.isAwaiting, current.askAt <= now else {
            return
        }
        use?.isAwaiting = true
        // The planned time, so that delays do not add up: the receiver reports once a second.
        use?.askedAt = current.askAt
        use?.askAt = now + interval
        effects.append(.getLocation(current.path))
    }

    private mutating func tell() {
        guard demand != .away, let state, state != told else { return }
        told = state
        effects.append(.sendState(state))
    }

    /// The state to tell the service; `nil` while it is unknown.
    private var state: FeedState? {
        guard isKnown else { return nil }
        guard owner != nil else { return .absent("ModemManager does not run") }
        if modems.contains(where: { $0.isReady && refusals[$0.path]?.reason == nil }) { return .searching }
        // The problem that counts is that of a modem with a receiver, or of one that may have one.
        let nearest =
            modems.first { $0.capabilities.contains(.gpsNMEA) } ?? modems.first { $0.state < 6 }
            ?? modems.first
        guard let nearest else { return .absent("there is no modem") }
        return .absent(nearest.problem ?? refusals[nearest.path]?.reason ?? "")
    }
}
