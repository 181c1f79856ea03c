import Waymark

/// The shape and size in which a host shows a widget.
public enum WidgetFamily: Int, Hashable, Sendable, CaseIterable, CustomStringConvertible {
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

    /// A corner of a watch, in which no host shows a widget.
    case accessoryCorner

    /// The name of the family.
    public var description: String {
        switch self {
        case .systemSmall: "systemSmall"
        case .systemMedium: "systemMedium"
        case .systemLarge: "systemLarge"
        case .systemExtraLarge: "systemExtraLarge"
        case .accessoryCircular: "accessoryCircular"
        case .accessoryRectangular: "accessoryRectangular"
        case .accessoryInline: "accessoryInline"
        case .accessoryCorner: "accessoryCorner"
        }
    }
}

extension WidgetFamily {
    init(_ family: Waymark.WidgetFamily) {
        self = Self.allCases.first { $0.counterpart == family } ?? .systemSmall
    }

    /// The same for the library; `nil` for a corner.
    var counterpart: Waymark.WidgetFamily? {
        switch self {
        case .systemSmall: .small
        case .systemMedium: .medium
        case .systemLarge: .large
        case .systemExtraLarge: .extraLarge
        case .accessoryCircular: .circular
        case .accessoryRectangular: .rectangular
        case .accessoryInline: .inline
        case .accessoryCorner: nil
        }
    }

    /// A size in points that such widgets have on telephones.
    var usualSize: CGSize {
        switch self {
        case .systemSmall: CGSize(width: 158, height: 158)
        case .systemMedium: CGSize(width: 338, height: 158)
        case .systemLarge: CGSize(width: 338, height: 354)
        case .systemExtraLarge: CGSize(width: 715, height: 354)
        case .accessoryCircular, .accessoryCorner: CGSize(width: 72, height: 72)
        case .accessoryRectangular: CGSize(width: 160, height: 72)
        case .accessoryInline: CGSize(width: 234, height: 26)
        }
    }
}
