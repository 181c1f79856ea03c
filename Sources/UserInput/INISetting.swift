/// One key of a kind of file: its section, the values it accepts, and what it changes.
package struct INISetting<Target>: Sendable {
    package enum Outcome: Hashable, Sendable {
        case accepted

        /// The value is not one that ``INISetting/accepts`` describes; nothing has changed.
        case notUnderstood

        /// The value is well formed but wrong at this place, for this reason; nothing has changed.
        case refused(because: String)
    }

    /// The section, without its brackets.
    package let section: String

    /// The key, without the equals sign.
    package let key: String

    /// The values it accepts, for an error message.
    package let accepts: String

    /// Whether several assignments add up instead of replacing each other.
    package let isList: Bool
    package let apply: @Sendable (_ value: String, _ target: inout Target) -> Outcome

    /// Applies an empty value: restores the default, or empties a list; `nil` where no empty value is accepted.
    package let reset: (@Sendable (inout Target) -> Void)?

    package init(
        _ section: String,
        _ key: String,
        accepts: String,
        isList: Bool = false,
        reset: (@Sendable (inout Target) -> Void)? = nil,
        apply: @escaping @Sendable (_ value: String, _ target: inout Target) -> Outcome
    ) {
        self.section = section
        self.key = key
        self.accepts = accepts
        self.isList = isList
        self.apply = apply
        self.reset = reset
    }
}

extension Collection {
    /// The sections of these settings, each once, in their order.
    package func sections<Target>() -> [String] where Element == INISetting<Target> {
        reduce(into: []) { names, setting in
            if !names.contains(setting.section) { names.append(setting.section) }
        }
    }

    /// Returns the keys of one section, in their order.
    package func keys<Target>(in section: String) -> [String] where Element == INISetting<Target> {
        filter { $0.section == section }.map(\.key)
    }
}
