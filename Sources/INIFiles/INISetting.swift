/// One key of a kind of file: where it stands, what it accepts, and what it changes.
package struct INISetting<Target>: Sendable {
    /// What came of a value.
    package enum Outcome: Hashable, Sendable {
        /// It counts.
        case taken

        /// It is not what ``INISetting/accepts`` says; nothing has changed.
        case notUnderstood

        /// It is well formed but wrong at this place, for the reason told; nothing has changed.
        case refused(because: String)
    }

    /// The section, without its brackets.
    package let section: String

    /// The key, without the equals sign.
    package let key: String

    /// What a value may be, for whoever wrote a wrong one.
    package let accepts: String

    /// Whether several assignments add up instead of replacing each other.
    package let isList: Bool

    /// Changes a target to what a value says.
    package let apply: @Sendable (_ value: String, _ target: inout Target) -> Outcome

    /// Undoes all assignments - the default, or of a list the empty list - for an empty value; `nil` where
    /// none is accepted.
    package let reset: (@Sendable (inout Target) -> Void)?

    /// Describes a key.
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
