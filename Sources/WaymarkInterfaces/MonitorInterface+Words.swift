import LocationModel

extension MonitorInterface {
    /// The app that waymark-anchor is, and that 'waymarkctl anchor' acts for.
    package static let anchorApp = "io.waymark.Anchor"
}

extension MonitorInterface.Anchor {
    package var isAlarm: Bool { condition.isAlarm && !silenced }

    package var words: String {
        let circle = "a circle of \(Self.meters(radiusMeters))"
        let distance = distanceMeters.map { "\(Self.meters($0)) away, " } ?? ""
        return switch condition {
        case .placing: "the anchor is down, and its place is being determined"
        case .holding: "the anchor holds: \(distance)in \(circle)"
        case .dragging: "the anchor drags: \(distance)and the circle is \(Self.meters(radiusMeters))"
        case .unknown:
            "whether the anchor holds is not known any more: \(doubt?.text ?? "nothing is known")"
        }
    }

    private static func meters(_ distance: Double) -> String { "\(Int(clamping: distance.rounded())) m" }
}
