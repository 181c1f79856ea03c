import Waymark

/// The shape and size in which a host shows a widget.
public enum WidgetFamily: Int, Hashable, Sendable, CaseIterable {
    /// A square tile.
    case systemSmall

    /// A tile twice as wide as high.
    case systemMedium

    /// A square tile, twice as wide and high as a small one.
    case systemLarge

    /// A tile as high as a large one and twice as wide.
    case systemExtraLarge

    /// A small circle.
    case accessoryCircular

    /// A few short lines of text.
    case accessoryRectangular

    /// One line of text, as in a bar or a terminal.
    case accessoryInline
}

extension WidgetFamily {
    init(_ family: Waymark.WidgetFamily) {
        self = Self.allCases.first { $0.counterpart == family } ?? .systemSmall
    }

    var counterpart: Waymark.WidgetFamily {
        switch self {
        case .systemSmall: .small
        case .systemMedium: .medium
        case .systemLarge: .large
        case .systemExtraLarge: .extraLarge
        case .accessoryCircular: .circular
        case .accessoryRectangular: .rectangular
        case .accessoryInline: .inline
        }
    }
}
