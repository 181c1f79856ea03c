public import LocationModel

/// The content of an entry: the members that every host can draw.
///
/// A host draws as much as its family has room for. It leaves out parts beyond the limits of
/// `docs/content.md`.
public struct WidgetContent: Encodable, Hashable, Sendable, ExpressibleByStringInterpolation {
    /// A figure, or the text in its place.
    public enum Value: Hashable, Sendable {
        /// A finite number, which the host writes in the form of its language.
        case number(Double)

        /// At most 24 characters, shown as they are.
        case text(String)
    }

    /// A figure within a range.
    public struct Gauge: Encodable, Hashable, Sendable {
        /// A part of the range with a colour.
        public struct Zone: Encodable, Hashable, Sendable {
            /// The end of the zone, which begins where the previous one ends.
            public var to: Double

            /// Its colour.
            public var tint: WidgetTint

            /// Creates a zone.
            public init(to end: Double, _ tint: WidgetTint) { (to, self.tint) = (end, tint) }
        }

        /// The figure.
        public var value: Double

        /// The lower and the upper end.
        public var range: [Double]

        /// At most 8 zones, in the order of their ends.
        public var zones: [Zone]?

        /// Creates a gauge.
        public init(_ value: Double, in range: ClosedRange<Double> = 0...100, zones: [Zone]? = nil) {
            (self.value, self.range, self.zones) = (value, [range.lowerBound, range.upperBound], zones)
        }
    }

    /// A line of a list.
    public struct Row: Encodable, Hashable, Sendable {
        /// At most 80 characters.
        public var label: String

        /// The value at its end.
        public var value: Value?

        /// The unit of the value.
        public var unit: String?

        /// The icon before the label.
        public var icon: WidgetIcon?

        /// The colour of the icon.
        public var tint: WidgetTint?

        /// Creates a line.
        public init(
            _ label: String,
            _ value: Value? = nil,
            unit: String? = nil,
            icon: WidgetIcon? = nil,
            tint: WidgetTint? = nil
        ) {
            (self.label, self.value, self.unit) = (label, value, unit)
            (self.icon, self.tint) = (icon, tint)
        }
    }

    /// A short series of figures in equal steps.
    public struct Chart: Encodable, Hashable, Sendable {
        /// The form in which it is drawn.
        @nonexhaustive public enum Style: String, Encodable, Hashable, Sendable {
            case line, bars
        }

        /// 2 to 128 figures; `nil` is a gap.
        public var values: [Double?]

        /// The form in which it is drawn; a line if `nil`.
        public var style: Style?

        /// The lower and the upper end of its axis; those of the figures if `nil`.
        public var range: [Double]?

        /// The labels below the first and the last figure, such as two times.
        public var ends: [String]?

        /// Creates a chart.
        public init(
            _ values: [Double?],
            style: Style? = nil,
            range: ClosedRange<Double>? = nil,
            from first: String? = nil,
            to last: String? = nil
        ) {
            (self.values, self.style) = (values, style)
            self.range = range.map { [$0.lowerBound, $0.upperBound] }
            ends = first == nil && last == nil ? nil : [first ?? "", last ?? ""]
        }
    }

    /// A direction.
    public struct Compass: Encodable, Hashable, Sendable {
        /// The degrees clockwise from true north, 0 up to 360.
        public var degrees: Double

        /// Creates a direction.
        public init(degrees: Double) { self.degrees = degrees }
    }

    /// The text; without one, bars make one of the other members.
    public var text: String?

    /// More words, as in a tooltip.
    public var detail: String?

    /// A word for the state, by which a bar chooses an icon; without one, it is the name of the icon.
    public var alt: String?

    /// A word for the state, by which a bar chooses colours.
    public var `class`: String?

    /// A level from 0 to 100.
    public var percentage: Int?

    /// The icon.
    public var icon: WidgetIcon?

    /// The main figure, or a text in its place.
    public var value: Value?

    /// The unit of the value, at most 16 characters.
    public var unit: String?

    /// The name of the value, at most 80 characters.
    public var label: String?

    /// The colour of the whole.
    public var tint: WidgetTint?

    /// A figure within a range.
    public var gauge: Gauge?

    /// At most 16 lines.
    public var rows: [Row]?

    /// A short series.
    public var chart: Chart?

    /// A direction.
    public var compass: Compass?

    /// The action that a host offers with the content.
    public var link: WidgetLink?

    /// Creates contents whose other members are set afterwards.
    public init(
        _ text: String? = nil,
        detail: String? = nil,
        alt: String? = nil,
        class: String? = nil,
        percentage: Int? = nil
    ) {
        (self.text, self.detail, self.alt) = (text, detail, alt)
        (self.class, self.percentage) = (`class`, percentage)
    }

    /// Creates contents of a figure, whose other members are set afterwards.
    public init(
        value: Value,
        unit: String? = nil,
        label: String? = nil,
        icon: WidgetIcon? = nil,
        tint: WidgetTint? = nil
    ) {
        (self.value, self.unit, self.label) = (value, unit, label)
        (self.icon, self.tint) = (icon, tint)
    }

    /// Creates contents of a text alone.
    public init(stringLiteral value: String) { self.init(value) }
}

extension WidgetContent.Value: Encodable, ExpressibleByStringInterpolation, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    /// Encodes the number or the text itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
