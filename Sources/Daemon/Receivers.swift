import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// The receiver states of io.waymark.Inspect.
extension Daemon {
    func watchReceivers(_ request: Request<InspectInterface.WatchReceivers>) throws(ServiceRefusal) {
        try request.requireInquirer()
        try request.requireMore()
        let stream = EventStream(
            on: server,
            to: request.connection,
            reader: .receivers(request.caller),
            signOfLife: InspectInterface.WatchReceivers.Reply(receivers: [])
        )
        streams[request.connection] = stream
        stream.send(
            InspectInterface.WatchReceivers.Reply(receivers: allReceivers(for: request.caller)),
            about: .session
        )
    }

    /// Sends the state of a receiver to its watchers.
    ///
    /// The state may change again in this turn.
    func tell(of receiver: ReceiverIdentifier, in state: ReceiverState) {
        guard receivers.names.indices.contains(receiver.rawValue) else { return }
        for stream in streams.readers.values {
            guard case .receivers(let caller) = stream.reader else { continue }
            stream.send(
                InspectInterface.WatchReceivers.Reply(
                    receivers: [description(of: receiver, in: state, for: caller)]
                ),
                about: .receiver(receiver)
            )
        }
    }

    func allReceivers(for caller: Caller) -> [InspectInterface.Receiver] {
        receivers.names.indices.map { index in
            let receiver = ReceiverIdentifier(index)
            return description(of: receiver, in: engine.receiver(receiver).state, for: caller)
        }
    }

    /// Returns the reason why receivers are on or off, limited to what the caller may know.
    func receiversReason(for caller: Caller) -> String {
        guard let need = engine.receiverNeed else {
            return engine.receiversAreOn
                ? "nobody wants a fix; off soon" : "nobody wants a fix"
        }
        if let pause = engine.receiverPause {
            guard engine.mayKnowOfMovement(caller) else {
                return "in a pause, because only significant changes are wanted"
            }
            let remaining = engine.receiverPauseRemaining ?? .zero
            return "in a pause for another \(remaining.words): \(pause.reason.text)"
        }
        return caller.maySee(need.owner) ? need.text : "an app of another user needs them"
    }

    private func description(
        of receiver: ReceiverIdentifier,
        in state: ReceiverState,
        for caller: Caller
    ) -> InspectInterface.Receiver {
        let record = engine.receiver(receiver)
        let isFixed = state == .fixed
        let satellites = state == record.state ? record.satellites : nil
        let since = state == record.state ? record.since : now.instant
        var description = InspectInterface.Receiver(
            number: receiver.rawValue,
            name: receivers.names[receiver.rawValue],
            state: state.condition,
            reason: state.reasonName,
            reasonText: state.reason.map { reason in
                satellites?.text.map { "\(reason), \($0)" } ?? reason
            },
            sinceSeconds: since.duration(to: now.instant).inSeconds,
            lastFixAgeSeconds: record.lastFixAt?.duration(to: now.instant).inSeconds,
            accuracyMeters: isFixed ? engine.fixes.accuracyMeters(of: receiver) : nil,
            satellitesUsed: satellites?.used,
            satellitesInView: satellites?.inView,
            followed: isFixed && engine.fixes.followed == receiver,
            onSeconds: record.onTime(at: now.instant).inSeconds
        )
        if description.followed {
            description.trust = engine.trust.trust
            if engine.mayKnowOfMovement(caller) { description.trustText = engine.trust.finding?.text }
        }
        if let heading = record.heading, engine.mayKnowOfMovement(caller) {
            description.headingTrueDegrees = heading.trueDegrees
            description.headingMagneticDegrees = heading.magneticDegrees
            description.headingAgeSeconds = record.headingAt?.duration(to: now.instant).inSeconds
        }
        if case .absent(let problem, let retryAt) = state {
            description.problem = problem.description
            description.retryAfterSeconds = retryAt.map { max(now.instant.duration(to: $0), .zero).inSeconds }
        }
        return description
    }
}
