import LocationModel
import Varlink

package enum EvidenceValue: Hashable, Sendable {
    /// A figure, in the unit named at the end of its key.
    case number(Double)
    case word(String)
}

/// A decision or a part of one, whose values programs can read.
///
/// The keys are the labels of a case's values, and the names of a structure's properties. Figures and words
/// are given as they are, parts of this kind with their own values, and anything else not at all. So no
/// positions are given: more people may read the journal than the location.
protocol Evidential: Encodable {
    var evidence: [String: EvidenceValue] { get }
}

extension Evidential {
    var evidence: [String: EvidenceValue] { carriedEvidence }

    /// The evidence in the value's coding, which is three times as fast to read as a reflection.
    var carriedEvidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = [:]
        _ = try? CodedEncoder.json(self) { part, key in
            guard let key else { return nil }
            // The parts of a case that have no labels are numbered.
            evidence.tell(part, as: key.utf8.first == UInt8(ascii: "_") ? nil : key)
            return true
        }
        return evidence
    }
}

/// Returns the name of an enumeration's case, without the case's values.
func caseName(of value: some Encodable) -> String {
    guard let name = optionalCaseName(of: value) else { preconditionFailure("\(value) is of no enumeration") }
    return name
}

private func optionalCaseName(of value: some Encodable) -> String? {
    // It begins with `{"reload":{` if it is of an enumeration, and otherwise with `{"trust":` or the like.
    let json = CodedEncoder.beginning(of: value)
    guard let end = json.dropFirst(2).firstIndex(of: UInt8(ascii: "\"")), end + 2 < json.count else {
        return nil
    }
    return String(decoding: json[2..<end], as: UTF8.self)
}

extension [String: EvidenceValue] {
    fileprivate mutating func tell(_ part: any Encodable, as label: String?) {
        switch (part, label) {
        case (let part as any Evidential, _):
            if let label, let name = optionalCaseName(of: part) { self[label] = .word(name) }
            merge(part.evidence) { $1 }
        case (let identifier as any NumberedIdentifier, _):
            // The identifier of a session needs no label.
            let type = "\(type(of: identifier))".dropLast("Identifier".count)
            self[label ?? type.beginningLowercased] = .word(identifier.description)
        case (let word as String, let label?): self[label] = .word(word)
        case (let number as Double, let label?): self[label] = .number(number)
        case (let duration as Duration, let label?): self["\(label)Seconds"] = .number(duration.inSeconds)
        case (let number as any BinaryInteger, let label?): self[label] = .number(Double(number))
        case (let user as UserIdentifier, let label?): self[label] = .number(Double(user.rawValue))
        case (let date as UTCInstant, let label?): self[label] = .word("\(date)")
        case (let isTrue as Bool, let label?):
            let key = label.hasPrefix("is") ? label.dropFirst(2).beginningLowercased : label
            self[key] = .word(isTrue ? "yes" : "no")
        case (_, let label?):
            // What is coded as a word or a list of words has nothing else in its JSON.
            guard let json = try? CodedEncoder.json(part),
                let start = json.first(where: { $0 != UInt8(ascii: "[") }),
                "\"]".utf8.contains(start)
            else { return }
            let words = json.split { "\",[]".utf8.contains($0) }
            self[label] = .word(words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " "))
        case (_, nil): break
        }
    }
}

extension StringProtocol {
    fileprivate var beginningLowercased: String { prefix(1).lowercased() + dropFirst() }
}
