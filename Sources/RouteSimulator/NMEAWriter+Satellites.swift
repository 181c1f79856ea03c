import LocationModel

extension NMEAWriter {
    func activeSatellites(_ solution: SimulatedEpoch.Solution?, _ text: inout SentenceText) {
        let channels = 12
        let used = used(in: solution)
        for (system, count) in zip(constellations, used) {
            text.begin(talker, "GSA")
            text.field("A")
            text.field(solution == nil ? 1 : 3)
            for index in 0..<count { text.field(system.satelliteNumber(index), width: 2) }
            text.empty(channels - count)
            if let solution {
                let horizontal = solution.horizontalDilution
                let vertical = solution.verticalDilution
                text.field((horizontal * horizontal + vertical * vertical).squareRoot(), fraction: 2)
                text.field(horizontal, fraction: 2)
                text.field(vertical, fraction: 2)
            } else {
                for _ in 0..<3 { text.field("99.99") }
            }
            if isMultiConstellation { text.field(system.rawValue) }
            text.end()
        }
    }

    func satellitesInView(_ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        let minutes = Int(epoch.time.nanosecondsSince1970 / 60_000_000_000)
        for (system, used) in zip(constellations, used(in: epoch.solution)) {
            let count = epoch.isTimeKnown ? max(system.inView, used) : 0
            let sentences = max(1, (count + 3) / 4)
            for sentence in 0..<sentences {
                text.begin(system.talker, "GSV")
                text.field(sentences)
                text.field(sentence + 1)
                text.field(count, width: 2)
                for index in sentence * 4..<min(count, sentence * 4 + 4) {
                    let view = SatelliteView(system, index, isUsed: index < used, minutes: minutes)
                    text.field(view.number, width: 2)
                    text.field(view.elevationDegrees, width: 2)
                    text.field(view.azimuthDegrees, width: 3)
                    text.field(view.signalDecibels, width: 2)
                }
                // The first signal of each system: L1, E1, B1.
                if isMultiConstellation { text.field("1") }
                text.end()
            }
        }
    }

    func heading(_ kind: Kind, _ epoch: SimulatedEpoch, _ text: inout SentenceText) {
        let variation = traits.variationDegrees ?? 0
        text.begin("HE", kind.rawValue)
        switch kind {
        case .hdt:
            angle(epoch.compassDegrees, &text)
            text.field("T")
        case .hdm:
            angle(epoch.compassDegrees.map { $0 - variation }, &text)
            text.field("M")
        case .ths:
            angle(epoch.compassDegrees, &text)
            text.field(epoch.compassDegrees == nil ? "V" : "A")
        default:
            angle(epoch.compassDegrees.map { $0 - variation - (traits.deviationDegrees ?? 0) }, &text)
            side(traits.deviationDegrees, &text)
            side(traits.variationDegrees, &text)
        }
        text.end()
    }

    private func angle(_ degrees: Double?, _ text: inout SentenceText) {
        guard let degrees else { return text.empty() }
        let turned = degrees - 360 * (degrees / 360).rounded(.down)
        text.field(turned >= 359.95 ? 0 : turned, fraction: 1)
    }

    /// Returns the number of satellites of each system in a solution, dealt out one by one.
    private func used(in solution: SimulatedEpoch.Solution?) -> [Int] {
        var used = constellations.map { _ in 0 }
        var left = solution?.satellitesUsed ?? 0
        while left > 0 {
            let before = left
            for (index, system) in constellations.enumerated()
            where left > 0 && used[index] < system.maximumUsed {
                used[index] += 1
                left -= 1
            }
            if left == before { break }
        }
        return used
    }
}
