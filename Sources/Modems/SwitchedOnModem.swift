/// A modem whose receiver this program has switched on, and has to switch off again.
package struct SwitchedOnModem: Hashable, Sendable {
    /// The ModemManager: its name on the bus, which no later one has.
    package let owner: String
    package let path: String

    /// Whether ModemManager announced the location to everybody on the bus before.
    package let signalsLocation: Bool

    package init(owner: String, path: String, signalsLocation: Bool) {
        (self.owner, self.path, self.signalsLocation) = (owner, path, signalsLocation)
    }

    /// Parses the note of a killed process; `nil` if it is malformed.
    package init?(note: String) {
        let words = note.split(separator: " ")
        guard words.count == 3 else { return nil }
        self.init(owner: String(words[0]), path: String(words[1]), signalsLocation: words[2] == "signals")
    }

    package var note: String { "\(owner) \(path) \(signalsLocation ? "signals" : "silent")" }
}
