import Varlink

/// A value in the making, which the containers of ``CodedEncoder`` fill.
final class CodedNode {
    /// The content so far.
    enum Content {
        case object([(name: String, value: CodedNode)])
        case array([CodedNode])
        case text(String)
        case integer(Int)
        case number(Double)
        case truth(Bool)
        case null
    }

    /// The content; a value that encodes nothing is an empty object.
    var content: Content

    init(_ content: Content = .object([])) { self.content = content }

    func add(_ name: String, _ value: CodedNode) {
        guard case .object(var members) = content else {
            content = .object([(name, value)])
            return
        }
        // Released first, so that the members are changed in place.
        content = .null
        members.append((name, value))
        content = .object(members)
    }

    func add(_ value: CodedNode) {
        guard case .array(var elements) = content else {
            content = .array([value])
            return
        }
        content = .null
        elements.append(value)
        content = .array(elements)
    }

    var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }
}

extension CodedNode: JSONWritable {
    func write(to json: inout JSONWriter) {
        switch content {
        case .object(let members):
            json.object { json in for (name, value) in members { json.member(named: name, value) } }
        case .array(let elements): elements.write(to: &json)
        case .text(let text): text.write(to: &json)
        case .integer(let integer): integer.write(to: &json)
        case .number(let number) where number.isFinite: number.write(to: &json)
        case .number(let number): number.description.write(to: &json)
        case .truth(let truth): truth.write(to: &json)
        case .null: RawJSON(checked: "null").write(to: &json)
        }
    }
}
