/// Five classes of speed, each with a colour, that fit a track.
struct SpeedScale {
    /// The width of a class in kilometres per hour.
    let step: Double

    static let count = 5

    /// Fits the classes to the speeds, in kilometres per hour, so that few are above the last limit; `nil` without any.
    init?(_ speeds: [Double]) {
        guard !speeds.isEmpty else { return nil }
        let high = speeds.sorted()[min(Int(Double(speeds.count) * 0.97), speeds.count - 1)]
        step =
            [1, 2, 4, 5, 10, 15, 20, 25, 30, 40, 50, 100, 150, 200].first { $0 * Double(Self.count) >= high }
            ?? 250
    }

    func level(_ speed: Double) -> Int { Int(min(max(speed / step, 0), Double(Self.count - 1))) }

    /// Returns the name of a class, such as `20–40`.
    func name(_ level: Int) -> String {
        level == Self.count - 1
            ? "over \(Int(step) * level)" : "\(Int(step) * level)–\(Int(step) * (level + 1))"
    }

    /// Returns the class of each speed of a line, without runs of fewer than four.
    func levels(_ speeds: [Double?]) -> [Int] {
        var known = speeds.compactMap { $0 }.first ?? 0
        let filled = speeds.map { speed in
            known = speed ?? known
            return known
        }
        var levels = filled.indices.map { index in
            let near = filled[max(0, index - 2)...min(filled.count - 1, index + 2)]
            return level(near.reduce(0, +) / Double(near.count))
        }
        for index in levels.indices.dropFirst() where levels[index] != levels[index - 1] {
            let isShort = levels[index...].prefix(4).contains { $0 != levels[index] }
            if isShort { levels[index] = levels[index - 1] }
        }
        return levels
    }
}
