import CMath
import LocationModel

/// A receiver in the vehicle of a scenario, which makes each report when it is asked for it.
///
/// However long the scenario, it holds no more than its present state.
package struct SimulatedReceiver: IteratorProtocol, Sendable {
    /// The dilution with which a receiver comes back, having found only its first few satellites.
    private static let firstDilution = 8.0

    /// Seconds in which the dilution covers most of the way to where it settles.
    private static let settlingSeconds = 8.0

    /// Metres per second of standard deviation: velocity comes from Doppler shifts and is far better than position.
    private static let speedDeviation = 0.05

    /// Metres per second below which receivers withhold the course.
    private static let slowestWithCourse = 0.5

    private let scenario: Scenario
    private let rate: EpochRate
    private var drive: Drive
    private var noise: PositionNoise
    private var velocityGenerator: SeededGenerator
    private var dilutionGenerator: SeededGenerator
    private var acquisitionGenerator: SeededGenerator
    private var ticks = 0

    /// The tick at which the receiver has a solution (again).
    private var solutionTick: Int
    private var dilution: Double
    private let settling: Double

    init(in scenario: Scenario, at rate: EpochRate, seed: UInt64) {
        self.scenario = scenario
        self.rate = rate
        var generator = SeededGenerator(seed: seed)
        drive = Drive(along: scenario.route, using: &generator)
        let seconds = rate.interval.inSeconds
        noise = PositionNoise(every: seconds, using: generator.split())
        velocityGenerator = generator.split()
        dilutionGenerator = generator.split()
        acquisitionGenerator = generator.split()
        solutionTick = scenario.coldStart.map { Tick.count(in: $0.untilPosition) } ?? 0
        dilution = scenario.coldStart == nil ? 1 : Self.firstDilution
        settling = 1 - cmath_exp(-seconds / Self.settlingSeconds)
    }

    /// Returns the next report, or `nil` when the drive is over.
    package mutating func next() -> SimulatedEpoch? {
        guard !drive.isFinished else { return nil }
        defer {
            drive.advance(ticks: rate.ticks)
            noise.advance()
            ticks += rate.ticks
        }
        let elapsed = Duration.milliseconds(ticks * 1000 / Tick.perSecond)
        let position = drive.position
        return SimulatedEpoch(
            time: scenario.start.advanced(by: elapsed),
            isTimeKnown: scenario.coldStart.map { elapsed >= $0.untilTime } ?? true,
            trueCoordinate: scenario.origin.offset(
                eastMeters: position.eastMeters,
                northMeters: position.northMeters
            ),
            trueSpeedMetersPerSecond: drive.speed,
            solution: solution(at: position),
            geoidSeparationMeters: scenario.geoidSeparationMeters
        )
    }

    private mutating func solution(at position: GroundPoint) -> SimulatedEpoch.Solution? {
        guard let settled = drive.leg.sky.dilution else {
            let delay = Duration.milliseconds(2000 + Int(4000 * acquisitionGenerator.unit()))
            solutionTick = ticks + Tick.count(in: delay)
            dilution = Self.firstDilution
            return nil
        }
        guard ticks >= solutionTick else { return nil }

        // Satellites come and go: a tenth more or less every time.
        let wobble = 1 + 0.1 * dilutionGenerator.normal()
        dilution += (settled * max(0.7, wobble) - dilution) * settling
        let echo = drive.leg.echoes.first { (echo: Echo) in
            drive.timeInLeg >= echo.start && drive.timeInLeg < echo.start + echo.duration
        }
        let reported = max(dilution, echo?.dilution ?? 0)
        let speed = abs(drive.speed + Self.speedDeviation * velocityGenerator.normal())
        let courseNoise = (Self.speedDeviation / max(speed, Self.slowestWithCourse)).inDegrees
        let course = drive.headingDegrees + courseNoise * velocityGenerator.normal()
        return SimulatedEpoch.Solution(
            coordinate: scenario.origin.offset(
                eastMeters: position.eastMeters + dilution * noise.error.x
                    + (echo?.displacement.eastMeters ?? 0),
                northMeters: position.northMeters + dilution * noise.error.y
                    + (echo?.displacement.northMeters ?? 0)
            ),
            altitudeMeters: scenario.altitudeMeters + dilution * noise.error.z,
            speedMetersPerSecond: speed,
            courseDegrees: speed < Self.slowestWithCourse
                ? nil : course - 360 * (course / 360).rounded(.down),
            horizontalDilution: reported,
            satellitesUsed: Self.satellites(at: reported),
            horizontalDeviationMeters: reported * PositionNoise.horizontalDeviation,
            verticalDeviationMeters: reported * PositionNoise.verticalDeviation
        )
    }

    /// The fewer the satellites, the worse the dilution; a solution takes four.
    private static func satellites(at dilution: Double) -> Int { Int(4 + min(8, 7 / dilution)) }
}
