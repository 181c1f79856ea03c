import LocationModel

package enum EvidenceValue: Hashable, Sendable {
    /// A figure, in the unit named at the end of its key.
    case number(Double)
    case word(String)

    fileprivate init?(_ part: Any) {
        switch part {
        case let number as Double: self = .number(number)
        case let duration as Duration: self = .number(duration.inSeconds)
        case let number as any BinaryInteger: self = .number(Double(number))
        case let user as UserIdentifier: self = .number(Double(user.rawValue))
        case let word as String: self = .word(word)
        case let word as any RawRepresentable<String>: self = .word(word.rawValue)
        case let words as [any RawRepresentable<String>]:
            self = .word(words.map { $0.rawValue }.joined(separator: " "))
        case let identifier as any NumberedIdentifier: self = .word(identifier.description)
        case let name as any PlainName: self = .word(name.rawValue)
        case let isTrue as Bool: self = .word(isTrue ? "yes" : "no")
        case let date as UTCInstant: self = .word("\(date)")
        default: return nil
        }
    }
}

/// A decision or a part of one, which tells programs what it carries.
///
/// The keys are the labels of what a case carries, and the names of a structure's properties. Figures and words are told
/// as they are, parts of this kind with what they carry in turn, and anything else not at all. So no positions are told:
/// more people may read the journal than the location.
protocol Evidential {
    var evidence: [String: EvidenceValue] { get }
}

extension Evidential {
    var evidence: [String: EvidenceValue] { carriedEvidence }

    var carriedEvidence: [String: EvidenceValue] {
        let mirror = Mirror(reflecting: self)
        var evidence: [String: EvidenceValue] = [:]
        if mirror.displayStyle != .enum {
            for child in mirror.children { evidence.tell(child.value, as: child.label) }
        } else if let carried = mirror.children.first?.value {
            let parts = Mirror(reflecting: carried)
            if parts.displayStyle == .tuple {
                for part in parts.children { evidence.tell(part.value, as: part.label) }
            } else {
                evidence.tell(carried, as: nil)
            }
        }
        return evidence
    }
}

extension [String: EvidenceValue] {
    fileprivate mutating func tell(_ part: Any, as label: String?) {
        // The parts of a case that have no labels are numbered.
        let label = label?.first == "." ? nil : label
        if let part = part as? any Evidential {
            if let label, Mirror(reflecting: part).displayStyle == .enum {
                self[label] = .word(caseName(of: part))
            }
            merge(part.evidence) { $1 }
        } else if let value = EvidenceValue(part), let key = Self.key(of: part, label) {
            self[key] = value
        }
    }

    private static func key(of part: Any, _ label: String?) -> String? {
        switch part {
        // The identifier of a session needs no label.
        case let identifier as any NumberedIdentifier where label == nil:
            "\(type(of: identifier))".dropLast("Identifier".count).beginningLowercased
        case is Duration: label.map { "\($0)Seconds" }
        case is Bool: label.map { $0.hasPrefix("is") ? $0.dropFirst(2).beginningLowercased : $0 }
        default: label
        }
    }
}

extension StringProtocol {
    fileprivate var beginningLowercased: String { prefix(1).lowercased() + dropFirst() }
}
