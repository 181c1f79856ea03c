import LocationModel

// Snapshots: what a gallery shows of a kind before a person places it.
//
// Providers make them of sample data, without a location. So they need no permission, are in no access log, and cost a
// widget nothing.
extension Engine {
    mutating func requestSnapshot(
        of kind: KindKey,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            guard caller.mayShowFor(kind.app.user) else { throw .notPermitted }
            guard machine.people.isDeclared(kind) else { throw .unknownKind(kind.app.app, kind.kind) }
            // A gallery shows a kind before the person has given what is required.
            let setup = try setup(of: kind, family: family, configuration: configuration, isComplete: false)
            guard let session = machine.presence.providers.session(serving: kind) else {
                return emit(.reply(call, .snapshot(substitute(for: kind, because: .noProvider))))
            }
            try admit(to: .requests, of: kind.app.user)
            ask(session, for: kind, complete(setup, of: kind), call)
        } catch { emit(.refuse(call, error)) }
    }

    private mutating func ask(
        _ session: SessionIdentifier,
        for kind: KindKey,
        _ setup: WidgetSetup,
        _ call: CallIdentifier
    ) {
        turn.count(1, .requests, of: kind.app.user)
        let request = RequestIdentifier(requestNumbers.next(at: now.instant))
        let deadline = now.instant + settings.snapshotDeadline
        snapshots.add(request, .init(kind: kind, session: session, call: call, deadline: deadline))
        emit(
            .tellProvider(
                session,
                .snapshot(
                    SnapshotRequest(
                        request: request,
                        kind: kind.kind,
                        setup: setup,
                        deadline: now.utc.advanced(by: settings.snapshotDeadline)
                    )
                )
            )
        )
    }

    /// Accepts a provider's snapshot, or, with `nil`, that it could make none.
    mutating func acceptSnapshot(
        _ content: String?,
        for request: RequestIdentifier,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let user = try provider(session, for: caller).app.user
        guard let waiting = snapshots[request], waiting.session == session else {
            throw .requestOver(request, endedRequests[request, of: session, by: user])
        }
        endedRequests.add(request, of: session, by: user, .answered)
        if let content {
            end(request, with: Snapshot(content: content, absence: nil))
        } else {
            endSnapshot(request, because: .failed)
        }
        return .done
    }

    /// Ends the snapshots that a disconnected provider has not made.
    mutating func abandonSnapshots(of session: SessionIdentifier) {
        for request in snapshots[session] { endSnapshot(request, because: .failed) }
    }

    /// Ends the snapshots whose deadline has come.
    mutating func endLateSnapshots() {
        for request in snapshots.removeDue(at: now.instant) {
            if let late = snapshots[request] {
                endedRequests.add(request, of: late.session, by: late.kind.app.user, .late)
            }
            endSnapshot(request, because: .late)
        }
    }

    /// Ends the snapshot of a call whose client has disconnected.
    mutating func abandonSnapshot(of call: CallIdentifier) {
        guard let request = snapshots[call], let waiting = snapshots.remove(request) else { return }
        turn.count(-1, .requests, of: waiting.kind.app.user)
    }

    private mutating func endSnapshot(_ request: RequestIdentifier, because absence: Snapshot.Absence) {
        guard let kind = snapshots[request]?.kind else { return }
        end(request, with: substitute(for: kind, because: absence))
    }

    private mutating func end(_ request: RequestIdentifier, with snapshot: Snapshot) {
        guard let waiting = snapshots.remove(request) else { return }
        turn.count(-1, .requests, of: waiting.kind.app.user)
        emit(.reply(waiting.call, .snapshot(snapshot)))
    }

    private func substitute(for kind: KindKey, because absence: Snapshot.Absence) -> Snapshot {
        Snapshot(content: placeholder(of: kind), absence: absence)
    }

    /// Returns the content to show of a kind while there is nothing else: the text of a JSON object.
    ///
    /// The manifest's counts before the provider's.
    func placeholder(of kind: KindKey) -> String? {
        details(of: kind).placeholder
    }
}
