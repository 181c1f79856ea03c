/// The shape and size in which a host shows a widget.
@nonexhaustive public enum WidgetFamily: String, Hashable, Codable, Sendable, CaseIterable {
    /// A square tile, with one value or a few words.
    case small

    /// A tile as high as a small one and twice as wide.
    case medium

    /// A square tile, twice as wide and high as a small one.
    case large

    /// A tile as high as a large one and twice as wide.
    case extraLarge

    /// A small circle, such as a gauge or a ring with a value in it.
    case circular

    /// A few short lines of text, as on a lock screen.
    case rectangular

    /// One line of text, as in a bar or a terminal.
    case inline
}
