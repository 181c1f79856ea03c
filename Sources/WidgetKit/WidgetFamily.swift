// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Waymark

/// The shape and size in which a host shows a widget.
public enum WidgetFamily: Int, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case systemSmall
    case systemMedium
    case systemLarge
    case systemExtraLarge
    case accessoryCircular
    case accessoryRectangular
    case accessoryInline

    /// A corner of a watch, in which no host shows a widget.
    case accessoryCorner

    public var description: String { traits.name }
}

extension WidgetFamily {
    init(_ family: Waymark.WidgetFamily) {
        self = Self.allCases.first { $0.counterpart == family } ?? .systemSmall
    }

    /// The same family of the library; `nil` for a corner.
    var counterpart: Waymark.WidgetFamily? { traits.counterpart }

    /// A size in points that such widgets have on telephones.
    var usualSize: CGSize { CGSize(width: traits.width, height: traits.height) }

    private var traits: (name: String, counterpart: Waymark.WidgetFamily?, width: Int, height: Int) {
        switch self {
        case .systemSmall: ("systemSmall", .small, 158, 158)
        case .systemMedium: ("systemMedium", .medium, 338, 158)
        case .systemLarge: ("systemLarge", .large, 338, 354)
        case .systemExtraLarge: ("systemExtraLarge", .extraLarge, 715, 354)
        case .accessoryCircular: ("accessoryCircular", .circular, 72, 72)
        case .accessoryRectangular: ("accessoryRectangular", .rectangular, 160, 72)
        case .accessoryInline: ("accessoryInline", .inline, 234, 26)
        case .accessoryCorner: ("accessoryCorner", nil, 72, 72)
        }
    }
}
