/// What hosts show of an entry, in place of a view.
///
/// A bar shows ``text``, and ``detail`` when the pointer rests on it; the class styles both.
public struct WidgetContent: Encodable, Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text.
    public var text: String

    /// More words, as in a tooltip.
    public var detail: String?

    /// A word for the state, by which a host chooses an icon.
    public var alt: String?

    /// A word for the state, by which a host chooses colours.
    public var `class`: String?

    /// A level from 0 to 100.
    public var percentage: Int?

    /// Creates contents.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - detail: More words, as in a tooltip.
    ///   - alt: A word for the state, by which a host chooses an icon.
    ///   - class: A word for the state, by which a host chooses colours.
    ///   - percentage: A level from 0 to 100.
    public init(
        _ text: String,
        detail: String? = nil,
        alt: String? = nil,
        class: String? = nil,
        percentage: Int? = nil
    ) {
        self.text = text
        self.detail = detail
        self.alt = alt
        self.class = `class`
        self.percentage = percentage
    }

    /// Creates contents of a text alone.
    public init(stringLiteral value: String) { self.init(value) }
}
