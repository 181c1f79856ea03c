import LinuxSystem
import LocationModel
import StateStore
import SystemdService
import UserInput
import Varlink
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

extension Daemon {
    /// Makes the changes of the turn durable and carries out its effects, then answers its inquiries.
    func finishTurn() {
        defer { passOnRecord() }
        performHurried()
        while outbox.isReady(at: now.instant) || !inquiries.isEmpty {
            do {
                try store.commit(outbox.changes)
            } catch {
                counts.failedCommits += 1
                if outbox.retryAt == nil { log.error("the state cannot be saved: \(error)") }
                for call in outbox.hold(at: now.instant) {
                    refuse(call, .notSaved(reason: "\(error)"))
                }
                answerInquiries { () throws(CallFailure) in throw .notSaved(reason: "\(error)") }
                return
            }
            if outbox.retryAt != nil { log.notice("the state is saved again") }
            // An effect may send the engine another event, hence the loop.
            perform(outbox.removeAllEffects())
            performHurried()
            // An effect may have changed the state again.
            if outbox.changes.isEmpty { answerInquiries() }
        }
    }

    /// Answers all inquiries, unless `check` refuses.
    private func answerInquiries(_ check: () throws(CallFailure) -> Void = { () throws(CallFailure) in }) {
        let asked = inquiries
        inquiries = []
        for inquiry in asked {
            let reply: Reply
            do throws(CallFailure) {
                try check()
                reply = try inquiry.answer()
            } catch {
                reply = error.reply(in: inquiry.request.interface)
            }
            server.reply(reply, to: inquiry.request.connection, at: clock)
        }
    }

    /// Carries out the effects that need not wait for the store.
    func performHurried() {
        perform(outbox.removeSilent())
        perform(outbox.removeHurried())
    }

    /// Carries out effects: first those that somebody waits for, then the decisions for the journal and the log.
    private func perform(_ effects: [Effect]) {
        for effect in effects where !effect.isDecision { perform(effect) }
        for effect in effects where effect.isDecision { perform(effect) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .commit: break
        case .reply(let call, let answer):
            guard let pending = calls.remove(call) else { return }
            server.reply(pending.answer(answer), to: pending.connection, at: clock)
        case .refuse(let call, let refusal): refuse(call, .refused(refusal))
        case .tellProvider(let session, let event): send(event, to: session)
        case .tellHost(let session, let event): send(event, to: session)
        case .tellApp(let session, let event): send(event, to: session)
        case .tellMonitor(let session, let event): send(event, to: session)
        case .tellAgent(let session, let event): send(event, to: session)
        case .tellLauncher(let session, let event): send(event, to: session)
        case .tellTicketWatcher(let session, let tickets): send(tickets, to: session)
        case .tellBeaconFeed(let session, let isWanted): tellBeaconFeed(session, isWanted: isWanted)
        case .tellFollowers(let sessions, let event): send(event, to: sessions)
        case .endStream(let session, let refusal):
            guard let stream = sessions[session], let interface = stream.interface else { return }
            endStream(of: stream.connection)
            server.reply(
                CallFailure.refused(refusal).reply(in: interface),
                to: stream.connection,
                at: clock
            )
        case .startReceivers: receivers.start(at: now)
        case .stopReceivers: for event in receivers.stop() { dispatch(event) }
        case .tellReceiver(let receiver, let state): tell(of: receiver, in: state)
        case .record(let entry): publish(entry)
        }
    }

    private func refuse(_ call: CallIdentifier, _ failure: CallFailure) {
        guard let pending = calls.remove(call) else { return }
        if streams[pending.connection]?.call == call { endStream(of: pending.connection) }
        server.reply(failure.reply(in: pending.interface), to: pending.connection, at: clock)
    }

    /// Writes a decision to the log, to the journal and to those who follow it.
    private func publish(_ entry: JournalEntry) {
        counts.record(entry)
        let user = entry.subject.app?.user ?? entry.subject.user
        // The log forms the text of a message only if its level is written.
        switch entry.decision {
        case .receiver(_, _, .absent), .receiver(_, _, .lost): log.warning(entry.line)
        case .timelineLate, .timelineFailed, .launch(.failed): log(.warning, about: user, entry.line)
        case .significantChange: log.info(entry.line)
        case .authorization, .launch, .monitor, .receiversOn, .receiversOff, .receiver, .followed:
            log(.info, about: user, entry.line)
        default: log.debug(entry.line)
        }
        store.journal.add(entry, at: now.instant)
        let heading = entry.heading
        for stream in streams.journalReaders(of: entry.subject.app?.user ?? entry.subject.user) {
            // A reader that has not reached the end of the journal will find this one there.
            guard case .journal(let caller, let filter) = stream.reader, stream.position == nil,
                filter.accepts(heading),
                heading.isReadable(by: caller, mayKnowOfMovement: engine.mayKnowOfMovement(caller))
            else { continue }
            let decisions = stream.numbered([KeptDecision(entry)])
            stream.send(
                InspectInterface.WatchDecisions.Reply(sequence: 0, decisions: decisions),
                about: .decision(entry.number),
                through: server,
                at: clock
            )
        }
    }
}

extension Effect {
    fileprivate var isDecision: Bool {
        if case .record = self { true } else { false }
    }
}

extension JournalEntry {
    /// The decision with its subject, as a line of the log.
    fileprivate var line: String {
        let names = [subject.widget?.description, subject.app?.description].compactMap { $0 }
        let words = decision.text.harmless
        return names.isEmpty ? words : "\(names.joined(separator: " ")): \(words)"
    }
}
