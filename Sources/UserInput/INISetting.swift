/// One key of a kind of file: its section, the values it accepts, and what it changes.
package struct INISetting<Target>: Sendable {
    package enum Outcome: Hashable, Sendable {
        case accepted

        /// The value is not one that ``INISetting/accepts`` describes; nothing has changed.
        case notUnderstood

        /// The value is wrong, for this reason; nothing has changed.
        case refused(because: String)
    }

    package let section: String
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
    package func sections<Target>() -> [String] where Element == INISetting<Target> {
        reduce(into: []) { names, setting in
            if !names.contains(setting.section) { names.append(setting.section) }
        }
    }

    package func keys<Target>(in section: String) -> [String] where Element == INISetting<Target> {
        filter { $0.section == section }.map(\.key)
    }
}

extension INISetting {
    package typealias Property<Value> = any WritableKeyPath<Target, Value> & Sendable

    /// Makes a key for a property; `read` returns `nil` for values that it does not accept.
    package static func value<Value>(
        _ section: String,
        _ key: String,
        _ property: Property<Value>,
        accepts: String,
        read: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(section, key, accepts: accepts) { text, target in
            guard !text.isEmpty, let value = read(text) else { return .notUnderstood }
            target[keyPath: property] = value
            return .accepted
        }
    }

    package static func toggle(_ section: String, _ key: String, _ property: Property<Bool>) -> Self {
        value(section, key, property, accepts: "yes or no") { ["yes": true, "no": false][$0] }
    }

    package static func path(_ section: String, _ key: String, _ property: Property<String?>) -> Self {
        value(section, key, property, accepts: "an absolute path") { $0.hasPrefix("/") ? .some($0) : .none }
    }

    package static func time(
        _ section: String,
        _ key: String,
        _ property: Property<Duration>,
        in seconds: ClosedRange<Int>
    ) -> Self {
        let accepts = "a time from \(seconds.lowerBound)s to \(seconds.upperBound)s"
        return value(section, key, property, accepts: accepts) { text in
            Quantity.duration(text).flatMap { time in
                time >= .seconds(seconds.lowerBound) && time <= .seconds(seconds.upperBound) ? time : nil
            }
        }
    }
}

extension Set {
    package subscript(has element: Element) -> Bool {
        get { contains(element) }
        set { if newValue { insert(element) } else { remove(element) } }
    }
}
