/// What a manifest says of one kind of widget, beside its extension.
package struct KindDetails: Hashable, Codable, Sendable {
    package var name: LocalizedText?

    /// What its widgets show, for people who choose one.
    package var summary: LocalizedText?

    /// The families that it has a layout for, the preferred one first; empty for all.
    package var families: [WidgetFamily] = []

    /// The properties of its configuration; `nil` if it has none.
    package var configuration: ConfigurationSchema?

    /// The content to show while there is none: the text of a JSON object.
    package var placeholder: String?

    /// Whether its app may have its widgets reloaded by a push.
    package var isPushable = false

    /// The most bytes of a placeholder.
    package static let placeholderLimit = 4096

    /// The most bytes of a name that a provider declares.
    package static let nameLimit = 256

    /// The most bytes of a summary that a provider declares.
    package static let summaryLimit = 1024

    /// The deepest nesting of a placeholder, which leaves room for the event that carries it.
    package static let placeholderDepthLimit = 24

    package init() {}

    package func supports(_ family: WidgetFamily) -> Bool { families.isEmpty || families.contains(family) }

    package var defaultFamily: WidgetFamily { families.first ?? .small }
}
