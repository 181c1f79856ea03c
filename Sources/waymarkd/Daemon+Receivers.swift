import LocationModel
import VarlinkSocket
import WaymarkEngine
import WaymarkInterfaces

// How receivers are doing, for io.waymark.Inspect.
extension Daemon {
    func watchReceivers(_ request: Request) throws(CallFailure) {
        _ = try request.parameters(InspectInterface.WatchReceivers.self)
        try request.requireMore()
        let stream = EventStream(
            of: InspectInterface.WatchReceivers.Reply.self,
            connection: request.connection,
            reader: .receivers
        )
        streams[request.connection] = stream
        stream.send(
            InspectInterface.WatchReceivers.Reply(sequence: 0, receivers: allReceivers),
            about: .session,
            through: server,
            at: now.instant
        )
    }

    /// Tells those who watch that receivers have changed.
    func tellOfReceivers(_ changed: [ReceiverIdentifier]) {
        for stream in streams.values {
            guard case .receivers = stream.reader else { continue }
            for receiver in changed where receivers.names.indices.contains(receiver.rawValue) {
                stream.send(
                    InspectInterface.WatchReceivers.Reply(
                        sequence: 0,
                        receivers: [description(of: receiver)]
                    ),
                    about: .receiver(receiver),
                    through: server,
                    at: now.instant
                )
            }
        }
    }

    /// Every receiver, in the order of the configuration.
    var allReceivers: [InspectInterface.Receiver] {
        receivers.names.indices.map { description(of: ReceiverIdentifier($0)) }
    }

    /// Why receivers are on or off, as far as it is a caller's business.
    func receiversReason(for caller: Caller) -> String {
        guard let need = engine.receiverNeed else {
            return engine.receiversAreOn
                ? "nobody has a use for a fix; off soon" : "nobody has a use for a fix"
        }
        if let pause = engine.receiverPause {
            guard engine.mayKnowOfMovement(caller) else {
                return "in a pause, for only significant changes are wanted"
            }
            let remaining = engine.receiverPauseRemaining ?? .zero
            return "in a pause for another \(remaining.words): \(pause.reason.text)"
        }
        guard (try? engine.widget(need.widget, for: caller)) != nil else {
            return "a widget of another user needs them"
        }
        return "\(need.widget) \(need.ground.text)"
    }

    private func description(of receiver: ReceiverIdentifier) -> InspectInterface.Receiver {
        let record = engine.receiver(receiver)
        let isFixed = record.state == .fixed
        var description = InspectInterface.Receiver(
            number: receiver.rawValue,
            name: receivers.names[receiver.rawValue],
            state: .init(record.state),
            reason: record.state.reasonName,
            reasonText: record.state.reason,
            sinceSeconds: record.since.duration(to: now.instant).inSeconds,
            lastFixAgeSeconds: record.lastFixAt?.duration(to: now.instant).inSeconds,
            accuracyMeters: isFixed ? engine.fixes.accuracyMeters(of: receiver) : nil,
            followed: isFixed && engine.fixes.followed == receiver,
            onSeconds: record.onTime(at: now.instant).inSeconds
        )
        if case .absent(let problem, let retryAt) = record.state {
            description.problem = problem.description
            description.retryAfterSeconds = retryAt.map { max(now.instant.duration(to: $0), .zero).inSeconds }
        }
        return description
    }
}
