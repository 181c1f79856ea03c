import LocationModel

extension ReloadWait {
    /// When the reload follows, for a person.
    package var text: String {
        switch self {
        case .obstacle(.notInUse): "at its next view or the next use of its app"
        case .obstacle(.alwaysUnconfirmed): "once the person confirms that its app may always know"
        case .obstacle(.noProvider): "once a provider of its kind connects"
        case .obstacle(.launch(let obstacle)): obstacle.waitText
        case .obstacle(.answerOutstanding(let request, let remaining)):
            "after the answer to \(request), due in \(remaining.words)"
        case .obstacle(.backingOff(let remaining)): "in \(remaining.words), after failures"
        case .obstacle(.overBudget(let remaining)): "in \(remaining.words), when its budget allows it"
        case .fix(let remaining): "with the first fix, in \(remaining.words) at most"
        case .date(let remaining): "in \(remaining.words), at the date that its timeline names"
        case .interval(let remaining): "in \(remaining.words), at the end of the least interval"
        }
    }
}
