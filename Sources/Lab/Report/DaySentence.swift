import LocationModel
import WaymarkEngine

/// The first sentence of a report, which says what kind of day it was.
struct DaySentence {
    var isDated = true
    var length = Duration.zero
    var meters = 0.0

    /// Whether part of the way is not known, so that it may have been longer.
    var isLeast = false
    var trips = 0
    var stays = 0
    var fixes = 0
    var widgets = 0
    var reloads = 0
    var reloadsWithLocation = 0
    var receiversOn = Duration.zero

    /// The numbers of findings that a receiver was doubtful or contradicted, and of fixes that were not
    /// believed.
    var attacks = 0
    var doubts = 0

    var text: String {
        let parts = [way, reloaded, power, trouble].compactMap { $0 }
        return "\(lead): \(parts.joined(separator: "; "))."
    }

    private var lead: String {
        let words = length.daysInWords
        guard isDated else { return "An undated recording of \(words)" }
        switch length {
        case ..<(.seconds(8 * 3600)): return "\(trips > 0 ? "A journey" : "A stretch") of \(words)"
        case ..<(.seconds(26 * 3600)): return "A day of \(words)"
        default: return "A stretch of \(words)"
        }
    }

    private var way: String {
        guard fixes > 0 else { return "no place is known" }
        let stayed = stays > 0 ? counted(stays, "stay") : nil
        guard trips > 0 else { return ["at rest", stayed].compactMap { $0 }.joined(separator: ", ") }
        let distance = "\(isLeast ? "at least " : "")\(distanceInWords(meters)) in \(counted(trips, "trip"))"
        return [distance, stayed].compactMap { $0 }.joined(separator: ", ")
    }

    private var reloaded: String? {
        guard widgets > 0 else { return nil }
        let names = ["no", "one", "two", "three", "four", "five", "six"]
        let number = widgets < names.count ? names[widgets] : "\(widgets)"
        let start = "\(number) \(widgets == 1 ? "widget" : "widgets")"
        guard reloads > 0 else { return "\(start), no reload" }
        let without = reloads - reloadsWithLocation
        let located =
            switch (reloadsWithLocation, without) {
            case (1, 0): "with the location"
            case (_, 0): "all with the location"
            case (0, _): "without the location"
            default: "\(without) without the location"
            }
        return "\(start), \(counted(reloads, "reload")), \(located)"
    }

    private var power: String? {
        guard receiversOn > .zero else { return nil }
        return receiversOn >= length - .seconds(max(length.inSeconds * 0.005, 2))
            ? "receivers on all the time" : "receivers on \(receiversOn.daysInWords)"
    }

    private var trouble: String? {
        if attacks > 0 {
            return "a receiver was not to be trusted, \(attacks == 1 ? "once" : "\(attacks) times")"
        }
        return doubts > 0 ? "\(counted(doubts, "fix", "fixes")) not believed at first" : nil
    }
}

private func counted(_ count: Int, _ noun: String, _ several: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : several ?? noun + "s")"
}

/// Returns a distance to two or three digits: `850 m`, `3.4 km`, `38 km`.
func distanceInWords(_ meters: Double) -> String {
    switch meters {
    case ..<950: "\(Int((meters / 10).rounded()) * 10) m"
    case ..<9950: "\((meters / 1000).drawn) km"
    default: "\(Int((min(meters, 1e12) / 1000).rounded())) km"
    }
}

extension Duration {
    /// The duration to two units, in days if it is several: `1 h 55 min`, `6 days 4 h`.
    var daysInWords: String {
        guard self >= .seconds(48 * 3600) else {
            return self < .seconds(600) ? words : Duration.seconds((inSeconds / 60).rounded() * 60).words
        }
        let hours = Int((inSeconds / 3600).rounded())
        return "\(hours / 24) days" + (hours % 24 == 0 ? "" : " \(hours % 24) h")
    }
}
