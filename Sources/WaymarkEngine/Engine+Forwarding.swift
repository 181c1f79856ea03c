import LocationModel

// The names by which what is still an extension of the engine reaches the components. It goes with the last of these.
extension Engine {
    var now: Moment { turn.now }

    mutating func emit(_ effect: Effect) { turn.emit(effect) }

    mutating func record(_ decision: Decision, about subject: JournalSubject = .everybody) {
        turn.record(decision, about: subject)
    }

    mutating func touch(_ app: AppKey) { turn.touch(app) }

    func admit(_ amount: Int = 1, to quota: Quota, of user: UserIdentifier) throws(Refusal) {
        try turn.admit(amount, to: quota, of: user)
    }

    mutating func admit(_ caller: Caller, asApp app: AppKey) throws(Refusal) {
        try machine.presence.admit(caller, asApp: app, &turn)
    }
}
