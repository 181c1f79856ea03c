import LocationModel

// The names by which what is still an extension of the engine reaches positioning. It goes with the last of these.
extension Engine {
    var freshFix: FixSelection.Received? { machine.positioning.freshFix(turn) }

    var latestPlace: FixSelection.Received? { machine.positioning.latestPlace(turn) }

    var changeNumber: UInt64 { machine.positioning.changeNumber }

    var someReceiverCanGive: Bool { machine.positioning.someReceiverCanGive }

    func blurred(
        _ received: FixSelection.Received,
        under authorization: Authorization
    ) -> (fix: Fix, age: Duration) {
        machine.positioning.location(received, authorization.accuracy, turn)
    }

    func reduced(_ received: FixSelection.Received) -> (fix: Fix, age: Duration) {
        machine.positioning.location(received, .reduced, turn)
    }

    func causeOfUnknownLocation(since start: MonotonicInstant) -> UnknownLocationCause {
        machine.positioning.causeOfUnknownLocation(since: start, turn)
    }
}
