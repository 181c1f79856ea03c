package import Varlink

extension EvidenceValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .number(let number): number.write(to: &json)
        case .word(let word): word.write(to: &json)
        }
    }
}
