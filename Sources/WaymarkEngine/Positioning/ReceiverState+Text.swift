package import LocationModel

extension ReceiverState: Evidential {
    /// The reason for a person, where the state alone does not tell it.
    package var reason: String? {
        switch self {
        case .off, .fixed, .ended: nil
        case .absent(let problem, _): problem.description
        case .connecting(.opening): "being opened"
        case .connecting(.detectingSpeed(let baud)): "trying \(baud) baud"
        case .acquiring(.noPosition): "it has no position yet"
        case .acquiring(let reason), .lost(let reason, _):
            switch reason {
            case .nothingHeard: "nothing heard from it yet"
            case .anotherSender(let change): change.text
            case .searching(let words): words
            case .unreadable: "nothing of what it sends can be understood"
            case .noPosition: "it has no position any more"
            case .silent(let duration): "it has said nothing for \(duration.words)"
            }
        }
    }

    package var text: String {
        switch self {
        case .fixed: "has a fix"
        case .ended: "the recording has ended"
        default: reason.map { "\(name): \($0)" } ?? name
        }
    }

    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = ["state": .word(name)]
        evidence["reason"] = reasonName.map { .word($0) }
        if case .absent(let problem, _) = self { evidence["problem"] = .word(problem.description) }
        return evidence
    }
}

extension SenderChange {
    fileprivate var text: String {
        let reason =
            switch cause {
            case .noPosition: "\(before) gave no position"
            case .lostPosition(let duration): "\(before) has given no position for \(duration.words)"
            case .knownLonger: "it is known longer than \(before)"
            }
        return "follows the sender \(sender) now, because \(reason)"
    }
}
