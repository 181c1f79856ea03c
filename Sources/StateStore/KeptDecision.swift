import LocationModel
import SealedDatabase
package import WaymarkEngine

/// A decision as the journal keeps it: in words and figures, which every later version can read.
package struct KeptDecision: Hashable, Sendable {
    /// The part that decides who may read it, and which searches find it.
    package let heading: JournalHeading
    package let name: String
    package let text: String
    package let evidence: [String: EvidenceValue]

    /// The approximate size of the decision in a message, in bytes.
    var byteCount: Int {
        evidence.reduce(text.utf8.count) { sum, item in
            if case .word(let word) = item.value { sum + word.utf8.count } else { sum }
        }
    }
}

struct JournalKey: Sendable {
    /// The user in whose journal it is; `nil` for everybody's.
    let owner: UserIdentifier?
    let number: UInt64

    var values: [BoundValue] { [BoundValue(Self.column(of: owner)), BoundValue(number)] }

    var place: SealedPlace {
        let owner = UInt64(bitPattern: Self.column(of: owner))
        return SealedPlace(table: "decisions", column: "sealed", row: "\(owner)/\(number)")
    }

    /// Returns the number that stands for an owner; -1 for everybody, which is no user's.
    static func column(of owner: UserIdentifier?) -> Int64 { owner.map { Int64($0.rawValue) } ?? -1 }

    static func owner(inColumn value: DatabaseValue) -> UserIdentifier?? {
        guard let number = value.integer else { return nil }
        if number == -1 { return .some(nil) }
        return UInt32(exactly: number).map { UserIdentifier($0) }
    }
}

extension KeptDecision {
    package init(_ entry: JournalEntry) {
        self.init(
            heading: entry.heading,
            name: entry.name,
            text: entry.decision.text,
            evidence: entry.decision.evidence
        )
    }

    // The number and the user are in the row's key, to which the seal binds the decision.
    var sealedForm: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(heading.time)
        bytes.append(heading.tellsOfMovement ? 1 : 0 as UInt64)
        // Values that may be absent: no app has an empty name, and no widget the number zero.
        bytes.append(heading.subject.app?.app.rawValue ?? "")
        bytes.append(heading.subject.widget?.rawValue ?? 0)
        bytes.append(name)
        bytes.append(text)
        for (key, value) in evidence {
            bytes.append(key)
            switch value {
            case .number(let number):
                bytes.append(0 as UInt64)
                bytes.append(number.bitPattern)
            case .word(let word):
                bytes.append(1 as UInt64)
                bytes.append(word)
            }
        }
        return bytes
    }

    init(sealedForm bytes: [UInt8], of key: JournalKey) throws(InvalidRow) {
        var reader = FormReader(bytes)
        let (time, tellsOfMovement) = (try reader.instant(), try reader.truth())
        let (app, widget) = (try reader.text(), try reader.number())
        var subject = JournalSubject(widget: widget == 0 ? nil : WidgetIdentifier(widget))
        if app.isEmpty {
            subject.user = key.owner
        } else {
            subject.app = AppKey(user: try key.owner.valid(), app: try AppIdentifier(app).valid())
        }
        let (name, text) = (try reader.text(), try reader.text())
        var evidence: [String: EvidenceValue] = [:]
        while !reader.isAtEnd {
            let key = try reader.text()
            switch try reader.number() {
            case 0: evidence[key] = .number(try reader.quantity())
            case 1: evidence[key] = .word(try reader.text())
            default: throw InvalidRow()
            }
        }
        let heading = JournalHeading(
            number: key.number,
            time: time,
            subject: subject,
            tellsOfMovement: tellsOfMovement
        )
        self.init(heading: heading, name: name, text: text, evidence: evidence)
    }
}
