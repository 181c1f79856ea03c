/// A search for places of labels and marks on a drawing, where they hide neither lines nor each other.
struct LabelPlacer {
    private static let cell = 8.0

    /// The height of a line of text, and the mean width of a character.
    private static let line = 15.0
    private static let character = 6.4

    private let width: Double
    private let height: Double
    private var taken: Set<Int> = []

    /// Prepares a drawing of this size around the origin.
    init(width: Double, height: Double) {
        (self.width, self.height) = (width, height)
    }

    private static func cells(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Int] {
        func index(_ value: Double) -> Int { Int((min(max(value, -1e5), 1e5) / cell).rounded(.down)) }
        return (index(left)...max(index(left), index(right))).flatMap { x in
            (index(top)...max(index(top), index(bottom))).map { x << 20 ^ ($0 & 0xF_FFFF) }
        }
    }

    /// Keeps labels away from a line.
    mutating func take(from: DrawnPoint, to: DrawnPoint) {
        let steps = min(max(abs(to.x - from.x), abs(to.y - from.y)) / Self.cell, 500).rounded(.up)
        for step in stride(from: 0, through: steps, by: 1) {
            let share = steps > 0 ? step / steps : 0
            let (x, y) = (from.x + share * (to.x - from.x), from.y + share * (to.y - from.y))
            taken.formUnion(Self.cells(x, y, x, y))
        }
    }

    mutating func take(around place: DrawnPoint, radius: Double) {
        let (x, y) = place
        taken.formUnion(Self.cells(x - radius, y - radius, x + radius, y + radius))
    }

    /// Returns the text where it fits beside a mark of a radius, whose middle is the origin; `nil` if nowhere.
    ///
    /// Without a mark, the text is in the middle.
    mutating func label(_ text: String, at mark: DrawnPoint, radius: Double?, style: String = "") -> String? {
        let size = Double(text.count) * Self.character + 4
        let away = (radius ?? 0) + 5
        let places: [(x: Double, y: Double, anchor: String)] = [
            (away, 4, "start"), (-away, 4, "end"), (0, -away - 2, "middle"), (0, away + 11, "middle"),
            (away * 0.7, -away * 0.7, "start"), (-away * 0.7, away + 8, "end"),
            (away * 0.7, away + 8, "start"),
            (-away * 0.7, -away * 0.7, "end"),
        ]
        for place in radius == nil ? [(0, 4, "middle")] : places {
            let baseline = mark.y + place.y
            let left = mark.x + place.x - size * (["middle": 0.5, "end": 1][place.anchor] ?? 0)
            guard left > -width / 2, left + size < width / 2, baseline - Self.line > -height / 2,
                baseline + 4 < height / 2
            else { continue }
            let cells = Self.cells(left, baseline - Self.line + 4, left + size, baseline + 3)
            guard taken.isDisjoint(with: cells) else { continue }
            taken.formUnion(cells)
            let named = style.isEmpty ? "" : #" class="\#(style)""#
            let anchor = place.anchor == "start" ? "" : #" text-anchor="\#(place.anchor)""#
            return
                #"<text\#(named) x="\#(place.x.drawn)" y="\#(place.y.drawn)"\#(anchor)>\#(text.escaped)</text>"#
        }
        return nil
    }
}
