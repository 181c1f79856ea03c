/// A modem whose receiver this program has switched on, and has to switch off again.
package struct Taken: Hashable, Sendable {
    /// The ModemManager: its name on the bus, which no later one has.
    package let owner: String

    /// The modem's object.
    package let path: String

    /// Whether ModemManager told everybody on the bus the location before.
    package let signalsLocation: Bool

    package init(owner: String, path: String, signalsLocation: Bool) {
        (self.owner, self.path, self.signalsLocation) = (owner, path, signalsLocation)
    }

    /// Reads a note for the next program after this one was killed; `nil` if it is none.
    package init?(note: String) {
        let words = note.split(separator: " ")
        guard words.count == 3 else { return nil }
        self.init(owner: String(words[0]), path: String(words[1]), signalsLocation: words[2] == "signals")
    }

    package var note: String { "\(owner) \(path) \(signalsLocation ? "signals" : "silent")" }
}
