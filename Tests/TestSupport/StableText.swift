/// Returns a text of everything in a value, which is the same in each process.
///
/// That of `String(describing:)` has sets and dictionaries in an order that changes.
package func stableText(_ value: Any) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .set, .dictionary:
        return "{" + mirror.children.map { stableText($0.value) }.sorted().joined(separator: ", ") + "}"
    case .collection: return "[" + mirror.children.map { stableText($0.value) }.joined(separator: ", ") + "]"
    case .optional: return mirror.children.first.map { stableText($0.value) } ?? "nil"
    case .struct, .tuple,
        .class where !mirror.children.isEmpty:
        return "("
            + mirror.children.map { "\($0.label ?? ""): \(stableText($0.value))" }.joined(separator: ", ")
            + ")"
    case .enum where !mirror.children.isEmpty:
        return mirror.children.map { "\($0.label ?? "")(\(stableText($0.value)))" }.joined()
    default: return "\(value)"
    }
}
