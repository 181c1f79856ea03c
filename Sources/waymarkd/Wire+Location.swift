import LocationModel
import WaymarkEngine
import WaymarkInterfaces

// The answers to a call for one location, as types of io.waymark.Location.

extension LocationInterface.GetLocation.Reply {
    init?(_ answer: Answer) {
        guard case .location(let outcome) = answer else { return nil }
        switch outcome {
        case .location(let fix, let age): self.init(location: .init(fix, age: age), text: outcome.text)
        case .absent(let absence): self.init(absence: .init(absence), text: outcome.text)
        }
    }
}

extension LocationInterface.LocationAbsence {
    init(_ absence: RequestAbsence) {
        switch absence {
        case .notDetermined: self.init(reason: .notDetermined)
        case .restricted: self.init(reason: .restricted)
        case .denied: self.init(reason: .denied)
        case .servicesOff: self.init(reason: .servicesOff)
        case .insufficientlyInUse: self.init(reason: .insufficientlyInUse)
        case .serviceSessionRequired: self.init(reason: .serviceSessionRequired)
        case .locationUnknown(let cause): self.init(cause)
        }
    }

    private init(_ cause: UnknownLocationCause) {
        self.init(reason: .locationUnknown)
        switch cause {
        case .noReceiver: self.cause = .noReceiver
        case .inDoubt: self.cause = .inDoubt
        case .receiver(let name, let state, let duration, let satellites):
            self.cause = .init(state)
            receiver = name
            sinceSeconds = duration.inSeconds
            if case .absent(let problem, _) = state { self.problem = problem.description }
            satellitesUsed = satellites?.used
            satellitesInView = satellites?.inView
        }
    }
}

extension WidgetsInterface.UnknownLocation {
    init(_ cause: UnknownLocationCause) {
        let absence = LocationInterface.LocationAbsence(.locationUnknown(cause))
        self.init(
            cause: absence.cause.flatMap { .init(rawValue: $0.rawValue) } ?? .absent,
            receiver: absence.receiver,
            sinceSeconds: absence.sinceSeconds,
            problem: absence.problem,
            satellitesUsed: absence.satellitesUsed,
            satellitesInView: absence.satellitesInView,
            text: RequestAbsence.locationUnknown(cause).text
        )
    }
}

extension LocationInterface.UnknownCause {
    fileprivate init(_ state: ReceiverState) {
        switch state {
        case .off, .connecting: self = .connecting
        case .absent: self = .absent
        case .acquiring: self = .acquiring
        case .fixed: self = .noNewFix
        case .lost: self = .lost
        case .ended: self = .ended
        }
    }
}
