/// One of the forms that a command's operands have in its help, such as `add APP NAME` or `[FILE]...`.
struct OperandForm {
    /// The words to type, such as `on`, and the names of values, such as `APP`, at each place.
    private let places: [[String]]
    private let required: Int
    private let repeats: Bool

    init(_ words: some Collection<Substring>) {
        places = words.map { word in
            var name = word.drop { $0 == "[" }
            while name.hasSuffix(".") { name.removeLast() }
            // The brackets of a part, as in `UUID[,MAJOR]`, belong to the name.
            while name.count(where: { $0 == "]" }) > name.count(where: { $0 == "[" }) { name.removeLast() }
            return name.split(separator: "|").map(String.init)
        }
        required = words.prefix { !$0.hasPrefix("[") }.count
        repeats = words.contains { $0.hasSuffix("...") }
    }

    /// Returns the words and names at a place; empty after the last.
    func names(at index: Int) -> [String] {
        index < places.count ? places[index] : repeats ? places[places.count - 1] : []
    }

    func takes(_ operand: String, at index: Int) -> Bool {
        names(at: index).contains { !Self.isWord($0) || $0 == operand }
    }

    func isComplete(with count: Int) -> Bool { count >= required }

    /// Returns whether a name is typed as it is, such as `list`, and does not stand for a value.
    static func isWord(_ name: String) -> Bool { name.first?.isLowercase ?? false }
}

extension CommandDescription {
    /// The forms of the operands; an empty one if there are no operands.
    private var forms: [OperandForm] {
        operands.split(separator: " ").split(separator: "|", omittingEmptySubsequences: false)
            .map { OperandForm($0) }
    }

    package func check(_ operands: [String]) throws(OptionError) {
        var forms = forms
        for (index, operand) in operands.enumerated() {
            let names = forms.flatMap { $0.names(at: index) }
            if names.isEmpty { throw OptionError("unexpected operand '\(operand)'") }
            forms = forms.filter { $0.takes(operand, at: index) }
            if forms.isEmpty {
                throw OptionError("'\(operand)' is not valid; use \(Self.alternatives(names))")
            }
        }
        guard !forms.contains(where: { $0.isComplete(with: operands.count) }) else { return }
        let names = forms.flatMap { $0.names(at: operands.count) }
        throw OptionError(names.count == 1 ? "\(names[0]) is missing" : "give \(Self.alternatives(names))")
    }

    private static func alternatives(_ names: [String]) -> String {
        [names.dropLast().joined(separator: ", "), names.suffix(1).joined()].filter { !$0.isEmpty }
            .joined(separator: " or ")
    }

    /// Returns the words and the names of values that may follow the operands `typed`.
    func names(after typed: [String]) -> (words: [String], values: [String]) {
        let names = forms.filter { form in typed.enumerated().allSatisfy { form.takes($1, at: $0) } }
            .flatMap { $0.names(at: typed.count) }
        return (names.filter(OperandForm.isWord), names.filter { !OperandForm.isWord($0) })
    }
}
