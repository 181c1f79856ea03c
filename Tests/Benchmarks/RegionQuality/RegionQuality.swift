import LocationModel
import Regions

/// How well regions are told over recordings of real receivers, beside simple rules; and what is stated and told at rest.
enum RegionQuality {
    static func printTables(over recordings: [String]) {
        let tracks = recordings.map { RecordedTrack(path: $0) }.filter { $0.points.count > 100 }
        guard !tracks.isEmpty else { return print("there are no recordings") }
        let hours = tracks.reduce(0) { $0 + $1.hours }
        print("\(tracks.count) tracks, \(Int(hours)) h, \(tracks.reduce(0) { $0 + $1.points.count }) fixes")
        let rules = [Rule.raw, .simple, .error, .watch, .paused]
        var visited = rules.map { _ in Score() }
        var rested = rules.map { _ in Score() }
        var rests = RestScore()
        for track in tracks {
            let hindsight = HindsightTrack(track)
            add(track, hindsight, visitedCircles(track, hindsight), rules, &visited)
            for rest in hindsight.rests {
                let part = track.part(rest)
                rests.add(part, at: HindsightTrack.median(part.points.map(\.fix.coordinate)))
            }
            for (circle, rest) in restingCircles(hindsight) {
                add(track.part(rest), hindsight.part(rest), [circle], rules, &rested)
            }
        }
        table("ten places of each track, radius 100, 200 and 500 m", rules, visited)
        table("circles of 150 m whose edge runs through a resting place, during the rest", rules, rested)
        rests.printTables()
    }

    private static func visitedCircles(_ track: RecordedTrack, _ hindsight: HindsightTrack) -> [CircleShape] {
        (0..<10).compactMap { number in
            let place = hindsight.places[(2 * number + 1) * track.points.count / 20]
            return CircleShape(center: place.coordinate, radiusMeters: [100, 200, 500][number % 3])
        }
    }

    private static func restingCircles(_ hindsight: HindsightTrack) -> [(CircleShape, Range<Int>)] {
        hindsight.rests.flatMap { rest in
            [(150.0, 0.0), (0, 150), (-150, 0), (0, -150)].compactMap { east, north in
                let place = hindsight.places[rest.lowerBound].coordinate
                let center = place.offset(eastMeters: east, northMeters: north)
                return CircleShape(center: center, radiusMeters: 150).map { ($0, rest) }
            }
        }
    }

    private static func add(
        _ track: RecordedTrack,
        _ hindsight: HindsightTrack,
        _ circles: [CircleShape],
        _ rules: [Rule],
        _ scores: inout [Score]
    ) {
        let truths = circles.map { circle in
            hindsight.places.map { RegionShape.circle(circle).edgeMeters(from: $0) }
        }
        for (index, rule) in rules.enumerated() {
            for (number, outcome) in rule.run(track, circles).enumerated() {
                scores[index].add(track, truths[number], circle: circles[number], outcome)
            }
        }
    }

    private static func table(_ title: String, _ rules: [Rule], _ scores: [Score]) {
        print("\n\(title)\n")
        print(
            "| rule | hours | necessary | told | missed | wrong | told/h | delay, s | 90 % within, s | fixes/h |"
        )
        print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
        for (rule, score) in zip(rules, scores) {
            let delays = score.delays.sorted()
            let cells: [String] = [
                String(Int(score.hours)), String(score.necessary), String(score.told), String(score.missed),
                String(score.wrong), hundredths(Double(score.told) / max(score.hours, 0.001)),
                delays.isEmpty ? "" : String(Int(delays[delays.count / 2])),
                delays.isEmpty ? "" : String(Int(delays[delays.count * 9 / 10])),
                String(Int(Double(score.fixCount) / max(score.hours, 0.001))),
            ]
            print("| \(rule.name) | \(cells.joined(separator: " | ")) |")
        }
    }

    private static func hundredths(_ value: Double) -> String { String((value * 100).rounded() / 100) }
}
