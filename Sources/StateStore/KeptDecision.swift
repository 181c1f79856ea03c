import LocationModel
package import WaymarkEngine

/// A decision as the journal keeps it: in words and figures, which every later version can read.
package struct KeptDecision: Hashable, Sendable {
    /// The part that decides who may read it, and who wants to.
    package let heading: JournalHeading

    /// The name of the decision's kind.
    package let name: String

    /// The decision and its reasons in one sentence for a person.
    package let text: String

    /// The evidence by name.
    package let evidence: [String: EvidenceValue]

    /// Describes a decision.
    package init(_ entry: JournalEntry) {
        heading = entry.heading
        name = entry.decision.name
        text = entry.decision.text
        evidence = entry.decision.evidence
    }

    /// About the bytes that the decision takes in a message.
    var byteCount: Int {
        evidence.reduce(text.utf8.count) { sum, item in
            if case .word(let word) = item.value { sum + word.utf8.count } else { sum }
        }
    }

    fileprivate init(
        heading: JournalHeading,
        name: String,
        text: String,
        evidence: [String: EvidenceValue]
    ) {
        self.heading = heading
        self.name = name
        self.text = text
        self.evidence = evidence
    }
}

/// The key of a kept decision.
struct JournalKey: Sendable {
    /// The user in whose journal it is.
    let owner: UserOrEverybody
    let number: UInt64
}

extension KeptDecision: SealedContent {
    private static let number: UInt64 = 0
    private static let word: UInt64 = 1

    // The number and the user are in the row's key, to which the seal binds the decision.
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(heading.time)
        bytes.append(heading.tellsOfMovement ? 1 : 0 as UInt64)
        // What may be absent: no app has an empty name, and no widget the number zero.
        bytes.append(heading.subject.app?.app.rawValue ?? "")
        bytes.append(heading.subject.widget?.rawValue ?? 0)
        bytes.append(name)
        bytes.append(text)
        for (key, value) in evidence {
            bytes.append(key)
            switch value {
            case .number(let number):
                bytes.append(Self.number)
                bytes.append(number.bitPattern)
            case .word(let word):
                bytes.append(Self.word)
                bytes.append(word)
            }
        }
        return bytes
    }

    init?(sealedForm bytes: [UInt8], of key: JournalKey) {
        var reader = FormReader(bytes)
        guard let time = reader.instant(), let movement = reader.number(), movement <= 1,
            let app = reader.text(), let widget = reader.number(), let name = reader.text(),
            let text = reader.text()
        else { return nil }
        var subject = JournalSubject(widget: widget == 0 ? nil : WidgetIdentifier(widget))
        if app.isEmpty {
            subject.user = key.owner.user
        } else {
            guard let user = key.owner.user, let app = AppIdentifier(app) else { return nil }
            subject.app = AppKey(user: user, app: app)
        }
        var evidence: [String: EvidenceValue] = [:]
        while !reader.isAtEnd {
            guard let key = reader.text(), let kind = reader.number() else { return nil }
            switch kind {
            case Self.number: evidence[key] = reader.number().map { .number(Double(bitPattern: $0)) }
            case Self.word: evidence[key] = reader.text().map { .word($0) }
            default: return nil
            }
            guard evidence[key] != nil else { return nil }
        }
        let heading = JournalHeading(
            number: key.number,
            time: time,
            subject: subject,
            tellsOfMovement: movement == 1
        )
        self.init(heading: heading, name: name, text: text, evidence: evidence)
    }
}
