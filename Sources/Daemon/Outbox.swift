import LocationModel
import StateStore
import SystemdService
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// The effects of a turn and those of earlier turns that are not yet durable.
///
/// No effect that reveals a change leaves before the change is durable, except for changes that nobody was promised:
/// whoever waits for a location does not wait for the disk. While the store is full, all such effects wait here. Calls
/// are refused instead, because their callers wait for an answer. Effects that reveal nothing do not wait. Events that
/// waited reach each stream as a slow reader gets them: without what a person has withdrawn meanwhile.
struct Outbox {
    /// The pause after the store has failed.
    static let retryInterval: Duration = .seconds(5)

    private(set) var changes: [StateChange] = []
    private(set) var effects: [Effect] = []

    /// The effects that reveal no decision about anybody, and need not wait.
    private var silent: [Effect] = []

    private(set) var retryAt: MonotonicInstant?

    mutating func add(_ new: [Effect]) {
        for effect in new {
            switch effect {
            case .commit(let change): changes.append(change)
            case .startReceivers, .stopReceivers: silent.append(effect)
            default: effects.append(effect)
            }
        }
    }

    func isReady(at now: MonotonicInstant) -> Bool {
        !(effects.isEmpty && changes.isEmpty && silent.isEmpty)
            && (retryAt.map { $0 <= now } ?? true || hasCalls)
    }

    mutating func removeSilent() -> [Effect] {
        defer { silent = [] }
        return silent
    }

    /// Removes and returns all effects if none needs to wait for the store.
    ///
    /// Answers to calls wait, and while the store does not work everything does.
    mutating func removeUrgent() -> [Effect] {
        guard retryAt == nil, !hasCalls, changes.allSatisfy(\.mayFollowItsEvents) else { return [] }
        defer { effects = [] }
        return effects
    }

    /// Removes and returns all effects, once they are durable.
    mutating func removeAllEffects() -> [Effect] {
        defer { (changes, effects, retryAt) = ([], [], nil) }
        return effects
    }

    /// Holds all effects until the store works, except the answers to calls, which it removes and returns.
    mutating func hold(at now: MonotonicInstant) -> [CallIdentifier] {
        defer {
            effects.removeAll { $0.answered != nil }
            retryAt = now + Self.retryInterval
        }
        return effects.compactMap(\.answered)
    }

    private var hasCalls: Bool { effects.contains { $0.answered != nil } }
}

extension Effect {
    /// The call that the effect answers, if it does.
    fileprivate var answered: CallIdentifier? {
        switch self {
        case .reply(let call, _), .refuse(let call, _): call
        default: nil
        }
    }
}

extension Daemon {
    /// Makes the changes of the turn durable and carries out its effects, then answers its inquiries.
    func finishTurn() {
        defer {
            receivers.change(to: engine.receiverDemand)
            passOnRecord()
        }
        performUnsaved()
        while outbox.isReady(at: now.instant) || !calls.inquiries.isEmpty {
            do {
                try store.commit(outbox.changes)
            } catch {
                counts.failedCommits += 1
                if outbox.retryAt == nil { log.error("the state cannot be saved: \(error)") }
                for call in outbox.hold(at: now.instant) {
                    refuse(call, .stateNotSaved(reason: "\(error)"))
                }
                return answerInquiries(unless: .stateNotSaved(reason: "\(error)"))
            }
            let hasFailed = outbox.retryAt != nil
            if hasFailed {
                log.notice("the state is saved again")
                // A place that waited may have been withdrawn since. That follows, and revises what is held back.
                streams.hold(true)
            }
            // An effect may send the engine another event, hence the loop.
            perform(outbox.removeAllEffects())
            if hasFailed { streams.hold(false) }
            performUnsaved()
            // An effect may have changed the state again.
            if outbox.changes.isEmpty { answerInquiries() }
        }
    }

    private func answerInquiries(unless failure: ServiceRefusal? = nil) {
        let asked = calls.inquiries
        guard !asked.isEmpty else { return }
        calls.inquiries = []
        engine.setPresent(now)
        for inquiry in asked {
            let reply: Reply
            do throws(ServiceRefusal) {
                if let failure { throw failure }
                reply = try inquiry.answer()
            } catch {
                reply = error.reply(in: inquiry.call.interface)
            }
            server.reply(reply, to: inquiry.call.connection)
        }
    }

    /// Carries out the effects that need not wait for the store.
    func performUnsaved() {
        perform(outbox.removeSilent())
        perform(outbox.removeUrgent())
    }

    /// Carries out effects: first those that somebody waits for, then the decisions for the journal and the log.
    private func perform(_ effects: [Effect]) {
        for effect in effects { perform(effect) }
        for case .record(let entry) in effects { publish(entry) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .commit, .record: break
        case .reply(let call, let answer):
            guard let pending = calls.remove(call) else { return }
            server.reply(reply(answer), to: pending.connection)
        case .refuse(let call, let refusal): refuse(call, .init(refusal))
        case .tellProvider(let session, let event): send(event, to: session)
        case .tellHost(let session, let event): send(event, to: session)
        case .tellApp(let session, let event): send(event, to: session)
        case .tellMonitor(let session, let event): send(event, to: session)
        case .tellAgent(let session, let event): send(event, to: session)
        case .tellLauncher(let session, let event): send(event, to: session)
        case .tellTicketWatcher(let session, let tickets): send(tickets, to: session)
        case .tellBeaconFeed(let session, let isWanted): tellBeaconFeed(session, isWanted: isWanted)
        case .tellFollower(let session, let event): send(event, to: session)
        case .endStream(let session, let refusal):
            guard let stream = streams[session], let interface = stream.interface else { return }
            endStream(of: stream.connection)
            server.reply(ServiceRefusal(refusal).reply(in: interface), to: stream.connection)
        case .startReceivers:
            receivers.change(to: engine.receiverDemand)
            receivers.start(at: now)
        case .stopReceivers: for event in receivers.stop() { dispatch(event) }
        case .tellReceiver(let receiver, let state): tell(of: receiver, in: state)
        }
    }
}
