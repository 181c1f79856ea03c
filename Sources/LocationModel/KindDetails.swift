/// The properties of one kind of widget in a manifest, apart from its extension.
package struct KindDetails: Hashable, Codable, Sendable {
    package var name: LocalizedText?

    /// A description of its widgets for people who choose one.
    package var summary: LocalizedText?

    /// The families that it has a layout for, the preferred one first; empty for all.
    package var families: [WidgetFamily] = []

    /// The properties of its configuration; `nil` if it has none.
    package var configuration: ConfigurationSchema?

    /// The content to show while the widget has none: the text of a JSON object.
    package var placeholder: String?

    /// Whether a push may reload its widgets.
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
