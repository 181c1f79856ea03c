import LinuxSystem
import LocationModel
import StateStore
import SystemdService
import UserInput
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// The position of a reader who has not reached the end of the journal.
enum JournalPosition {
    /// The latest decisions are wanted, and some are still to be found among those with smaller numbers.
    case searching(before: UInt64, missing: Int)

    /// The decisions with greater numbers are to be sent.
    case sending(after: UInt64)

    /// Returns the position after a piece in which the latest decisions were searched.
    func found(_ piece: JournalPiece, missing: Int, _ filter: JournalFilter) -> JournalPosition {
        if piece.decisions.count >= missing {
            return .sending(after: piece.decisions[missing - 1].heading.number - 1)
        }
        guard let next = piece.next, next > filter.firstNumber else {
            return .sending(after: filter.firstNumber)
        }
        return .searching(before: next, missing: missing - piece.decisions.count)
    }
}

extension JournalFilter {
    /// The number after which decisions may pass.
    var firstNumber: UInt64 { max(since.map { JournalNumbers.first(from: $0) } ?? 1, 1) - 1 }
}

// Decisions on their way to the log, to the journal and to its readers by io.waymark.Inspect.
extension Daemon {
    /// Writes a decision to the log, to the journal and to those who follow it.
    func publish(_ entry: JournalEntry) {
        counts.record(entry)
        let user = entry.subject.app?.user ?? entry.subject.user
        // The log forms the text of a message only if its level is written.
        switch entry.decision {
        case .position(.receiver(_, _, .absent)), .position(.receiver(_, _, .lost)),
            .widget(.timelineLate), .widget(.timelineFailed), .launch(.programFailed):
            log(.warning, about: user, entry.line)
        case .position(.trustChanged(let verdict, _, _)):
            log(verdict.trust == .contradicted ? .warning : .info, about: user, entry.line)
        case .position(.significantChange): log.info(entry.line)
        case .authorization, .launch, .monitor, .power(.receiversOn), .power(.receiversOff),
            .position(.receiver), .position(.followed):
            log(.info, about: user, entry.line)
        default: log.debug(entry.line)
        }
        store.journal.add(entry, at: now.instant)
        let heading = entry.heading
        for stream in streams.readers.values {
            // A reader that has not reached the end of the journal will find this one there.
            guard case .journal(let caller, let filter) = stream.reader, stream.position == nil,
                filter.accepts(heading),
                heading.isReadable(by: caller, mayKnowOfMovement: engine.mayKnowOfMovement(caller))
            else { continue }
            // A slow reader finds it in the journal when it has caught up, so that nothing waits for it in memory.
            guard !stream.isCongested else {
                stream.position = .sending(after: entry.number - 1)
                continue
            }
            let decisions = stream.numbered([KeptDecision(entry)])
            stream.send(
                InspectInterface.WatchDecisions.Reply(decisions: decisions),
                about: .decision(entry.number)
            )
        }
    }

    func watchDecisions(_ request: Request<InspectInterface.WatchDecisions>) throws(ServiceRefusal) {
        try request.requireInquirer()
        try request.requireMore()
        var filter = JournalFilter(
            app: try parsed(request.app, as: "app", AppIdentifier.init),
            since: try parsed(request.since, as: "since", UTCInstant.init),
            until: try parsed(request.until, as: "until", UTCInstant.init)
        )
        if let text = request.widget {
            let widget = try readableWidget(text, for: request)
            filter.widget = widget
            filter.owner = engine.app(of: widget)
        }
        try require(request.limit ?? 0 >= 0, "limit")
        let stream = EventStream(
            on: server,
            to: request.connection,
            reader: .journal(request.caller, filter),
            signOfLife: InspectInterface.WatchDecisions.Reply(decisions: [])
        )
        streams[request.connection] = stream
        stream.position =
            switch request.limit {
            case nil: .sending(after: filter.firstNumber)
            case 0: .sending(after: Journal.end)
            case let limit?: .searching(before: Journal.end, missing: limit)
            }
        offerPiece(to: stream)
    }

    /// Reads the next piece of the journal for a reader that has not reached its end.
    func readJournal(for stream: EventStream) {
        guard case .journal(let caller, let filter) = stream.reader, let position = stream.position else {
            return
        }
        let test = test(of: filter, for: caller)
        switch position {
        case .searching(let number, let missing):
            let piece = store.journal.piece(.before(number), for: caller.user, where: test)
            stream.position = position.found(piece, missing: missing, filter)
        case .sending(let number):
            let piece = store.journal.piece(.after(number), for: caller.user, where: test)
            stream.position = piece.next.map { .sending(after: $0) }
            send(piece, on: stream)
        }
        offerPiece(to: stream)
    }

    private func send(_ piece: JournalPiece, on stream: EventStream) {
        let isLast = piece.next == nil
        guard isLast || !piece.decisions.isEmpty else { return }
        let reply = InspectInterface.WatchDecisions.Reply(
            decisions: stream.numbered(piece.decisions),
            more: isLast ? nil : true
        )
        stream.send(reply, about: .decision(piece.next ?? Journal.end))
    }

    /// Returns the test whether a reader wants a decision and may read it.
    func test(of filter: JournalFilter, for caller: Caller) -> (JournalHeading) -> Bool {
        let mayKnow = engine.mayKnowOfMovement(caller)
        return { filter.accepts($0) && $0.isReadable(by: caller, mayKnowOfMovement: mayKnow) }
    }
}

extension JournalEntry {
    fileprivate var line: String {
        let names = [subject.widget?.description, subject.app?.description].compactMap { $0 }
        let words = decision.text.harmless
        return names.isEmpty ? words : "\(names.joined(separator: " ")): \(words)"
    }
}

extension [InspectInterface.Decision] {
    /// Numbers decisions for their reader.
    init(_ decisions: [KeptDecision], from first: Int) {
        self = zip(first..., decisions).map { .init($1, number: $0) }
    }
}

extension InspectInterface.Decision {
    init(_ decision: KeptDecision, number: Int) {
        let subject = decision.heading.subject
        self.init(
            number: number,
            time: decision.heading.time.description,
            decision: decision.name,
            widget: subject.widget?.description,
            app: subject.app?.app.rawValue,
            user: subject.app.map { Int($0.user.rawValue) },
            text: decision.text,
            evidence: RawJSON(decision.evidence)
        )
    }
}
