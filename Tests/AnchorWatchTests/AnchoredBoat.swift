import Glibc
import Lab
import LocationModel
import WaymarkEngine

/// A boat that swings around its anchor, and the fixes of its receiver, second by second.
///
/// The wind wanders and may shift, the boat sheers and hangs on a chain that is now slack and now straight. The error of
/// the receiver wanders as in docs/simulator.md: mostly within two minutes, and some over half an hour.
struct AnchoredBoat {
    static let here: Coordinate = {
        guard let here = Coordinate(latitudeDegrees: 54.32, longitudeDegrees: 10.15) else {
            preconditionFailure("this is a place")
        }
        return here
    }()

    let rode: AnchorRode

    /// How much larger the errors are than what the receiver states.
    var errorFactor = 1.0

    /// The speed at which the anchor drags with the wind, in metres per second.
    var dragMetersPerSecond = 0.0

    /// Whether the chain is always straight, and the boat does not sheer.
    var liesStill = false

    private(set) var seconds = 0
    private(set) var anchor = SIMD2<Double>.zero
    private(set) var antenna = SIMD2<Double>.zero
    private var generator: SeededGenerator
    private var windDegrees: Double
    private var shiftDegreesPerSecond = 0.0
    private var shiftUntil = 0
    private var tension = 0.85
    private var fast = SIMD2<Double>.zero
    private var slow = SIMD2<Double>.zero

    init(_ rode: AnchorRode, seed: UInt64) {
        self.rode = rode
        generator = SeededGenerator(seed: seed)
        windDegrees = Double(generator.next() % 360)
        fast = draw() * 2.2
        slow = draw() * 0.9
        move()
    }

    /// The 95 % error that the receiver states, in metres.
    static let stated95Meters = 5.8

    var heading: Double { bearing.inDegrees }

    /// The wind turns by so much within so many seconds.
    mutating func shift(by degrees: Double, within duration: Int) {
        shiftDegreesPerSecond = degrees / Double(duration)
        shiftUntil = seconds + duration
    }

    mutating func advance() {
        seconds += 1
        windDegrees += 0.15 * generator.normal() + (seconds < shiftUntil ? shiftDegreesPerSecond : 0)
        tension = min(max(tension + (0.85 - tension) / 60 + 0.02 * generator.normal(), 0.5), 1)
        anchor -= SIMD2(sin(bearing), cos(bearing)) * dragMetersPerSecond
        fast = fast * exp(-1 / 120.0) + draw() * (2.2 * (1 - exp(-2 / 120.0)).squareRoot())
        slow = slow * exp(-1 / 1800.0) + draw() * (0.9 * (1 - exp(-2 / 1800.0)).squareRoot())
        move()
    }

    private var bearing: Double {
        let sheer = liesStill ? 0 : 25 * sin(Double(seconds) / 14)
        return (windDegrees + sheer).inRadians
    }

    /// After the drop the bow falls back at half a metre a second until the chain is straight.
    private mutating func move() {
        let whole = rode.swingMeters * (liesStill ? 1 : tension)
        let reached = min(whole, rode.bowMeters + 0.5 * Double(seconds))
        antenna = anchor - SIMD2(sin(bearing), cos(bearing)) * reached
    }

    private mutating func draw() -> SIMD2<Double> { SIMD2(generator.normal(), generator.normal()) }

    var fix: Fix { fix(at: antenna + (fast + slow) * errorFactor) }

    func fix(at offset: SIMD2<Double>) -> Fix {
        Fix(
            coordinate: Self.here.offset(eastMeters: offset.x, northMeters: offset.y),
            accuracy: FixAccuracy(
                horizontal68Meters: Self.stated95Meters / 1.62,
                horizontal95Meters: Self.stated95Meters,
                source: .dilution
            )
        )
    }

    /// Returns how far the antenna truly is outside the circle, in metres; negative inside.
    func outsideMeters(_ watch: AnchorWatch) -> Double {
        guard let place = watch.saved.place else { return -1 }
        let offset = Self.here.offsetMeters(to: place)
        let away = antenna - SIMD2(offset.east, offset.north)
        return (away * away).sum().squareRoot() - watch.radiusMeters
    }
}

/// A watch that is told what a receiver says, and what it has told.
struct Watched {
    var watch: AnchorWatch
    private(set) var told: [(seconds: Int, change: AnchorWatch.Change)] = []

    init(_ boat: AnchoredBoat, hasCompass: Bool = true) {
        let heading = hasCompass ? boat.heading : nil
        watch = AnchorWatch(boat.rode, at: boat.fix, heading: heading, now: Self.moment(boat.seconds))
    }

    static func moment(_ seconds: Int) -> Moment {
        Moment(
            instant: .systemEpoch + .seconds(seconds),
            utc: UTCInstant(secondsSince1970: 1_780_000_000 + Int64(seconds))
        )
    }

    /// Gives it the fix of a second; `nil` for none.
    mutating func second(_ seconds: Int, _ fix: Fix?, heading: Double? = nil, isBelieved: Bool = true) {
        let now = Self.moment(seconds)
        if let change = watch.advance(at: now) { told.append((seconds, change)) }
        guard let fix else { return }
        let at = now.instant
        let change = watch.consider(fix, isBelieved: isBelieved, heading: heading, observedAt: at, at: now)
        if let change { told.append((seconds, change)) }
    }

    /// Lets the boat swing for some seconds, and gives it the fixes of the receiver, or what `fix` makes of them.
    mutating func pass(
        _ seconds: ClosedRange<Int>,
        _ boat: inout AnchoredBoat,
        fix: (Int, AnchoredBoat) -> Fix? = { _, boat in boat.fix }
    ) {
        for second in seconds {
            boat.advance()
            self.second(second, fix(second, boat))
        }
    }

    mutating func set(at seconds: Int) -> Bool { watch.set(nil, at: Self.moment(seconds)) }

    mutating func restart(at seconds: Int) {
        watch = AnchorWatch(restoring: watch.saved, at: Self.moment(seconds).instant)
    }

    var drags: [Int] { told.compactMap { if case .dragging = $0.change { $0.seconds } else { nil } } }

    /// When it said that nothing is known, and why.
    var doubts: [(seconds: Int, doubt: AnchorDoubt)] {
        told.compactMap { if case .unknown(let doubt, _) = $0.change { ($0.seconds, doubt) } else { nil } }
    }

    /// When it said that the anchor holds again.
    var holds: [Int] { told.compactMap { if case .holding = $0.change { $0.seconds } else { nil } } }
}

extension AnchorRode {
    /// 40 m of chain in 6 m, with the antenna 8 m behind the bow: 47.5 m.
    static let usual: AnchorRode = {
        guard let rode = AnchorRode(chainMeters: 40, depthMeters: 6, bowMeters: 8) else {
            preconditionFailure("this is a rode")
        }
        return rode
    }()
}
