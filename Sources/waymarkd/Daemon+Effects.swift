import DecisionTexts
import LinuxSystem
import LocationModel
import StateStore
import SystemdService
import UserInput
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

/// A call that waits for the engine's answer, with the function that encodes the answer.
struct PendingCall {
    let connection: VarlinkServer.ConnectionID

    /// The called interface.
    let interface: String
    let answer: (Answer) -> Reply
}

extension Daemon {
    /// Makes the changes of the turn durable, then carries out its effects.
    func finishTurn() {
        performSilent()
        while outbox.isReady(at: now.instant) {
            do {
                try store.commit(outbox.changes)
            } catch {
                if outbox.retryAt == nil { log.error("the state cannot be saved: \(error)") }
                for call in outbox.hold(at: now.instant) {
                    refuse(call, .notSaved(reason: "\(error)"))
                }
                return
            }
            if outbox.retryAt != nil { log.notice("the state is saved again") }
            // An effect may send the engine another event, hence the loop.
            for effect in outbox.removeAllEffects() { perform(effect) }
            performSilent()
        }
    }

    private func performSilent() {
        for effect in outbox.removeSilent() { perform(effect) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .commit: break
        case .reply(let call, let answer):
            guard let pending = calls.removeValue(forKey: call) else { return }
            server.reply(pending.answer(answer), to: pending.connection, at: clock)
        case .refuse(let call, let refusal): refuse(call, .refused(refusal))
        case .tellProvider(let session, let event): send(event, to: session)
        case .tellHost(let session, let event): send(event, to: session)
        case .tellApp(let session, let event): send(event, to: session)
        case .tellAgent(let session, let event): send(event, to: session)
        case .tellFollowers(let sessions, let event): send(event, to: sessions)
        case .startReceivers: receivers.start(at: now)
        case .stopReceivers: for event in receivers.stop() { dispatch(event) }
        case .tellReceiver(let receiver, let state): tell(of: receiver, in: state)
        case .record(let entry): publish(entry)
        }
    }

    private func refuse(_ call: CallIdentifier, _ failure: CallFailure) {
        guard let pending = calls.removeValue(forKey: call) else { return }
        if streams[pending.connection]?.call == call { endStream(of: pending.connection) }
        server.reply(failure.reply(in: pending.interface), to: pending.connection, at: clock)
    }

    /// Writes a decision to the log and to the readers of the journal.
    private func publish(_ entry: JournalEntry) {
        let subject = [
            entry.subject.widget.map(\.description), entry.subject.app.map(\.description),
        ].compactMap { $0 }.joined(separator: " ")
        let words = entry.decision.text.harmless
        let text = subject.isEmpty ? words : "\(subject): \(words)"
        switch entry.decision {
        case .receiver(_, _, .absent), .receiver(_, _, .lost), .timelineLate, .timelineFailed:
            log.warning(text)
        case .significantChange, .authorization, .receiversOn, .receiversOff, .receiver, .followed:
            log.info(text)
        default: log.debug(text)
        }
        lastPublished = entry.number
        for stream in streams.values {
            // A stream that has not sent all remembered decisions will reach this one in order.
            guard case .journal(let caller, let filter) = stream.reader, stream.remembered == nil,
                filter.accepts(entry), engine.mayRead(entry, caller)
            else { continue }
            stream.send(
                InspectInterface.WatchDecisions.Reply(sequence: 0, decisions: stream.numbered([entry])),
                about: .decision(entry.number),
                through: server,
                at: clock
            )
        }
    }
}
