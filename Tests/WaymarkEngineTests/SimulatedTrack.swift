import Glibc
import Lab
import LocationModel
import TestSupport

/// Six hours of a person whose true place is known: rests, walks, rides and drives, and departures too slow to notice.
///
/// The receiver states neither speed nor error. It wanders, more so indoors, loses the sky, and is wild for one to eight
/// fixes now and then, which is more frequent indoors and when the sky comes back.
struct SimulatedTrack: Sendable {
    let points: [TrackPoint]
    let reference: ReferenceTrack

    static let all = (1...48).map { SimulatedTrack(seed: $0) }

    private init(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var person = Person(heading: .random(in: 0...(2 * .pi), using: &dice))
        while person.seconds < 6 * 3600 { person.goOn(&dice) }
        var receiver = WanderingReceiver(interval: [1, 2, 4, 5, 10].randomElement(using: &dice) ?? 1)
        let seen = stride(from: 0, to: person.places.count, by: receiver.interval).compactMap { second in
            receiver.look(at: person.places[second], isIndoors: person.isIndoors[second], &dice).map {
                (second, $0)
            }
        }
        points = seen.map { second, place in
            TrackPoint(
                seconds: Double(second),
                fix: Fix(
                    time: UTCInstant(secondsSince1970: 1_700_000_000 + Int64(second)),
                    coordinate: Coordinate.home.offset(eastMeters: place.east, northMeters: place.north),
                    mode: .twoDimensional,
                    accuracy: nil
                )
            )
        }
        reference = ReferenceTrack(truth: seen.map { person.places[$0.0] })
    }
}

/// Where somebody truly is at each second.
private struct Person {
    var places: [PlanePoint] = []
    var isIndoors: [Bool] = []
    var heading: Double
    private var place = PlanePoint()
    private var metersPerSecond = 0.0

    init(heading: Double) { self.heading = heading }

    var seconds: Int { places.count }

    /// Rests, perhaps creeps away, and goes somewhere.
    mutating func goOn(_ dice: inout SeededGenerator) {
        let rest = exp(Double.random(in: log(60)...log(7200), using: &dice))
        let isIndoors = Bool.random(using: &dice)
        for _ in 0..<Int(rest) { stay(isIndoors: isIndoors) }
        if Double.random(in: 0..<1, using: &dice) < 0.4 {
            let speed = Double.random(in: 0.1...0.5, using: &dice)
            travel(meters: speed * .random(in: 200...900, using: &dice), at: speed, turning: 0.02, &dice)
        }
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: travel(meters: .random(in: 150...2500, using: &dice), at: 1.4, turning: 0.1, &dice)
        case 1: travel(meters: .random(in: 600...5000, using: &dice), at: 4.5, turning: 0.05, &dice)
        default:
            let speed = Double.random(in: 8...28, using: &dice)
            travel(meters: .random(in: 1500...15000, using: &dice), at: speed, turning: 0.02, &dice)
        }
        // One trip in four goes back where it came from.
        heading += Int.random(in: 0..<4, using: &dice) == 0 ? .pi : 0
    }

    private mutating func stay(isIndoors: Bool = false) {
        places.append(place)
        self.isIndoors.append(isIndoors)
    }

    private mutating func travel(
        meters: Double,
        at speed: Double,
        turning: Double,
        _ dice: inout SeededGenerator
    ) {
        var left = meters
        while left > 0 {
            // It starts at 2 m/s², and brakes for its end.
            metersPerSecond = min(metersPerSecond + 2, speed, max(0.1, (4 * left).squareRoot()))
            heading += .random(in: -turning...turning, using: &dice)
            if Int.random(in: 0..<300, using: &dice) == 0 { heading += .random(in: -1.6...1.6, using: &dice) }
            if speed > 6, Int.random(in: 0..<120, using: &dice) == 0 {
                metersPerSecond = 0
                for _ in 0..<Int.random(in: 10...80, using: &dice) { stay() }
            }
            place = place + metersPerSecond * PlanePoint(east: sin(heading), north: cos(heading))
            left -= max(metersPerSecond, 0.1)
            stay()
        }
        metersPerSecond = 0
    }
}

private struct WanderingReceiver {
    /// The time between two fixes, in seconds.
    let interval: Int
    private var wander = PlanePoint()
    private var gapSeconds = 0
    private var wildFixes = 0
    private var wildness = PlanePoint()

    init(interval: Int) { self.interval = interval }

    /// Returns the place that it states; `nil` without a sky.
    mutating func look(at place: PlanePoint, isIndoors: Bool, _ dice: inout SeededGenerator) -> PlanePoint? {
        let (meters, memorySeconds) = isIndoors ? (18.0, 150.0) : (4.5, 90.0)
        let kept = exp(-Double(interval) / memorySeconds)
        let fresh = meters * (1 - kept * kept).squareRoot()
        wander = kept * wander + fresh * PlanePoint(east: dice.normal(), north: dice.normal())
        if happens(every: 7200, &dice) { gapSeconds = .random(in: 130...1500, using: &dice) }
        if gapSeconds > 0 {
            gapSeconds -= interval
            if gapSeconds <= 0, Int.random(in: 0..<5, using: &dice) < 2 { beWild(&dice) }
            return nil
        }
        if wildFixes == 0, happens(every: isIndoors ? 600 : 2400, &dice) { beWild(&dice) }
        guard wildFixes > 0 else { return place + wander }
        wildFixes -= 1
        return place + wander + wildness + 10 * PlanePoint(east: dice.normal(), north: dice.normal())
    }

    private mutating func beWild(_ dice: inout SeededGenerator) {
        wildFixes = .random(in: 1...8, using: &dice)
        let meters = Double.random(in: 60...900, using: &dice)
        let heading = Double.random(in: 0...(2 * .pi), using: &dice)
        wildness = meters * PlanePoint(east: sin(heading), north: cos(heading))
    }

    private func happens(every seconds: Double, _ dice: inout SeededGenerator) -> Bool {
        Double.random(in: 0..<1, using: &dice) < Double(interval) / seconds
    }
}
