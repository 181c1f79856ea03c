import LocationModel

// Snapshots: what a gallery shows of a kind before a person places it.
//
// Providers make them of sample data, without a location. So they need no permission, are in no access log, and cost a
// widget nothing.
extension Widgets {
    mutating func requestSnapshot(
        of kind: KindKey,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        by caller: Caller,
        _ call: CallIdentifier,
        _ machine: Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        guard caller.mayShowFor(kind.app.user) else { throw .notPermitted }
        guard machine.people.isDeclared(kind) else { throw .unknownKind(kind.app.app, kind.kind) }
        let details = machine.people.details(of: kind)
        // A gallery shows a kind before the person has given the required values.
        let setup = try details.setup(family: family, configuration: configuration, isComplete: false)
        guard let session = machine.presence.providers.session(serving: kind) else {
            let substitute = Snapshot(content: details.placeholder, absence: .noProvider)
            return turn.emit(.reply(call, .snapshot(substitute)))
        }
        try turn.admit(to: .requests, of: kind.app.user)
        turn.count(1, .requests, of: kind.app.user)
        let request = RequestIdentifier(requestNumbers.next(at: turn.now.instant))
        let wait = turn.settings.snapshotDeadline
        snapshots[request] = WaitingSnapshot(
            kind: kind,
            session: session,
            call: call,
            deadline: turn.now.instant + wait
        )
        let asked = SnapshotRequest(
            request: request,
            kind: kind.kind,
            setup: details.completed(setup),
            deadline: turn.now.utc.advanced(by: wait)
        )
        turn.emit(.tellProvider(session, .snapshot(asked)))
    }

    /// Accepts a provider's snapshot, or, with `nil`, that it could make none.
    mutating func acceptSnapshot(
        _ content: String?,
        for request: RequestIdentifier,
        on session: SessionIdentifier,
        by caller: Caller,
        _ machine: Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        let user = try provider(session, for: caller, machine.presence).app.user
        guard snapshots[request]?.session == session else {
            throw .requestOver(request, endOf(request, session, by: user))
        }
        endedRequests.add(.answered, at: SessionRequest(request: request, session: session), of: user)
        endSnapshot(request, with: content, because: content == nil ? .failed : nil, machine.people, &turn)
    }

    mutating func endSnapshots(of session: SessionIdentifier, _ people: People, _ turn: inout Turn) {
        for request in snapshots.sortedKeys(where: { $0.session == session }) {
            endSnapshot(request, because: .failed, people, &turn)
        }
    }

    mutating func endLateSnapshots(_ people: People, _ turn: inout Turn) {
        for request in snapshots.sortedKeys(where: { $0.deadline <= turn.now.instant }) {
            guard let waiting = snapshots[request] else { continue }
            let key = SessionRequest(request: request, session: waiting.session)
            endedRequests.add(.late, at: key, of: waiting.kind.app.user)
            endSnapshot(request, because: .late, people, &turn)
        }
    }

    /// Ends the snapshot of a call whose client has disconnected.
    mutating func abandonSnapshot(of call: CallIdentifier, _ turn: inout Turn) {
        guard let (request, waiting) = snapshots.first(where: { $0.value.call == call }) else { return }
        snapshots[request] = nil
        turn.count(-1, .requests, of: waiting.kind.app.user)
    }

    /// Answers the call for a snapshot with the provider's, or, because of its absence, with the kind's placeholder.
    private mutating func endSnapshot(
        _ request: RequestIdentifier,
        with content: String? = nil,
        because absence: SnapshotAbsence?,
        _ people: People,
        _ turn: inout Turn
    ) {
        guard let waiting = snapshots.removeValue(forKey: request) else { return }
        turn.count(-1, .requests, of: waiting.kind.app.user)
        let content = content ?? people.details(of: waiting.kind).placeholder
        turn.emit(.reply(waiting.call, .snapshot(Snapshot(content: content, absence: absence))))
    }
}
