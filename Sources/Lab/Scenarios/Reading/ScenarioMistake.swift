package struct ScenarioMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String

    /// The number of the line, from 1.
    package let line: Int

    /// The number of the first wrong character in the line, from 1.
    package let column: Int

    /// The message, which says what was expected and what was found.
    package let text: String

    package var description: String { "\(file):\(line):\(column): \(text)" }
}

/// All mistakes of a scenario, in the order of its lines; never empty.
package struct ScenarioMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    package let mistakes: [ScenarioMistake]

    package var description: String { mistakes.map(\.description).joined(separator: "\n") }
}

struct LineMistake: Error {
    let column: Int
    let text: String

    static func expected(_ what: String, at column: Int) -> LineMistake {
        LineMistake(column: column, text: "expected \(what)")
    }
}
