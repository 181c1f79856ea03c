import UserInput

/// A disturbance of the reception, as text: `650m towards 90 after 30s for 2s hdop 9.5`, `tunnel near 48.0,7.8 within 300m`.
struct DisturbanceText {
    static let jumpForm =
        "'SIZE towards DEGREES' or 'EASTm,NORTHm', then 'after SPAN for SPAN' (within the leg), 'at SPAN for SPAN' "
        + "(since the start) or 'near PLACE within DISTANCE', and perhaps 'hdop NUMBER'"

    static let shadeForm =
        "open, street, canyon or tunnel, then 'at SPAN for SPAN' (since the start) or 'near PLACE within DISTANCE'"

    /// The words before the first keyword.
    let subject: [String]

    private var clauses: [String: String] = [:]

    /// Splits a text into clauses, or returns `nil` when a keyword has no value or is repeated.
    init?(_ text: String, keywords: [String]) {
        let words = text.split(separator: " ").map(String.init)
        subject = Array(words.prefix { !keywords.contains($0) })
        var rest = words.dropFirst(subject.count)
        while let keyword = rest.popFirst() {
            guard keywords.contains(keyword), clauses[keyword] == nil, let value = rest.popFirst() else {
                return nil
            }
            clauses[keyword] = value
        }
    }

    /// The time or the place, and whether the time counts from the start of the leg; `nil` unless there is exactly one,
    /// complete.
    func occurrence(in draft: DriveDraft) -> (scope: DisturbanceScope, isInLeg: Bool)? {
        let told = Set(clauses.keys).subtracting(["towards", "hdop"])
        switch told {
        case ["after", "for"], ["at", "for"]:
            guard let start = span("after") ?? span("at"), let duration = span("for") else { return nil }
            return (.time(after: start, for: duration), isInLeg: told.contains("after"))
        case ["near", "within"]:
            guard let place = clauses["near"].flatMap(draft.place),
                let radius = clauses["within"].flatMap(Quantity.meters), radius > 0, radius <= 1e6
            else { return nil }
            return (.place(place.coordinate, withinMeters: radius), isInLeg: false)
        default: return nil
        }
    }

    var displacement: GroundPoint? {
        guard subject.count == 1 else { return nil }
        guard let direction = clauses["towards"] else { return ScenarioValue.offset(subject[0])?.point }
        guard let degrees = Quantity.decimal(direction), (0...360).contains(degrees),
            let size = Quantity.meters(subject[0]), size <= 1e6
        else { return nil }
        return GroundPoint(meters: size, towardsDegrees: degrees)
    }

    /// The dilution: `.some(nil)` when the text has none, `nil` when it is malformed.
    var dilution: Double?? {
        guard let text = clauses["hdop"] else { return .some(nil) }
        guard let number = Quantity.decimal(text), (0.5...50).contains(number) else { return nil }
        return .some(number)
    }

    private func span(_ keyword: String) -> Duration? { clauses[keyword].flatMap(ScenarioValue.span) }
}
