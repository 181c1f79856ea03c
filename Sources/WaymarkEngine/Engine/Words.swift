import LocationModel

func meters(_ distance: Double) -> String {
    distance < 10_000 ? "\(Int(distance.rounded())) m" : "\((distance / 100).rounded() / 10) km"
}

extension Duration {
    /// The duration for a person, to two units: `1 h 5 min`, `42 s`, `250 ms`.
    package var words: String {
        if self < .seconds(1), self > .zero { return "\(Int((inSeconds * 1000).rounded())) ms" }
        let seconds = Int(inSeconds.rounded())
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600:
            return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
        default:
            let minutes = seconds % 3600 / 60
            return minutes == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(minutes) min"
        }
    }
}
