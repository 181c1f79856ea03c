import Glibc
import LocationModel

/// The receiver of a scenario, which makes each report on demand.
///
/// It stores only its present state, however long the scenario is.
package struct SimulatedReceiver: IteratorProtocol, Sendable {
    /// The dilution at reacquisition, with only a few satellites.
    private static let firstDilution = 8.0

    /// The time constant in seconds with which the dilution settles.
    private static let settlingSeconds = 8.0

    /// The speed in metres per second below which receivers omit the course.
    private static let slowestWithCourse = 0.5

    private let scenario: Scenario
    private let traits: ReceiverTraits
    private let hasCompass: Bool
    private let leapSecond: UTCInstant?
    private var drive: Drive
    private var noise: PositionNoise
    private var velocityGenerator: SeededGenerator
    private var dilutionGenerator: SeededGenerator
    private var acquisitionGenerator: SeededGenerator
    private var compassGenerator: SeededGenerator
    private var milliseconds = 0
    private let coldStartEnd: Int

    /// The time of reacquisition after an outage in milliseconds.
    private var reacquired = 0
    private var dilution: Double
    private let settling: Double

    init(in scenario: Scenario) {
        self.scenario = scenario
        traits = scenario.receiver
        hasCompass = !traits.sentences.isDisjoint(with: NMEAWriter.headingKinds)
        let nextDay = scenario.start.date.midnight.advanced(by: .seconds(86_400))
        leapSecond = scenario.hasLeapSecond ? nextDay : nil
        var generator = SeededGenerator(seed: scenario.seed)
        drive = Drive(along: scenario.route, using: &generator)
        let seconds = traits.rate.interval.inSeconds
        noise = PositionNoise(traits.noise, every: seconds, using: generator.split())
        velocityGenerator = generator.split()
        dilutionGenerator = generator.split()
        acquisitionGenerator = generator.split()
        compassGenerator = generator.split()
        let coldStart = traits.coldStart
        coldStartEnd = Self.milliseconds(in: coldStart.untilPosition ?? coldStart.untilTime ?? .zero)
        dilution = coldStart == ColdStart() ? 1 : Self.firstDilution
        settling = 1 - exp(-seconds / Self.settlingSeconds)
    }

    package mutating func next() -> SimulatedEpoch? {
        guard !drive.isFinished else { return nil }
        defer { advance() }
        let elapsed = Duration.milliseconds(milliseconds)
        let motion = motion
        let coldStart = traits.coldStart
        let place = drive.plane.coordinate(of: motion.position)
        let (time, isInLeapSecond) = time(after: elapsed)
        var epoch = SimulatedEpoch(
            time: time,
            isInLeapSecond: isInLeapSecond,
            isTimeKnown: elapsed >= coldStart.untilTime ?? .zero,
            isDateKnown: elapsed >= coldStart.untilDate ?? coldStart.untilTime ?? .zero,
            trueCoordinate: place,
            trueAltitudeMeters: motion.altitudeMeters,
            trueSpeedMetersPerSecond: motion.speed,
            trueHeadingDegrees: drive.headingDegrees,
            geoidSeparationMeters: scenario.geoidSeparationMeters
        )
        epoch.solution = solution(for: motion, at: place, after: elapsed)
        if hasCompass {
            epoch.compassDegrees = Self.normalized(
                drive.headingDegrees + traits.noise.headingDeviation * compassGenerator.normal()
            )
        }
        return epoch
    }

    private mutating func advance() {
        let before = milliseconds / Tick.milliseconds
        milliseconds += traits.rate.milliseconds
        drive.advance(ticks: milliseconds / Tick.milliseconds - before)
        noise.advance()
    }

    /// Returns the UTC time, and whether it is within the leap second.
    private func time(after elapsed: Duration) -> (time: UTCInstant, isInLeapSecond: Bool) {
        let time = scenario.start.advanced(by: elapsed)
        guard let leapSecond, time >= leapSecond else { return (time, false) }
        let isInside = time < leapSecond.advanced(by: .seconds(1))
        return (isInside ? time : time.advanced(by: .seconds(-1)), isInside)
    }

    /// The motion of the vehicle now, which may be between two ticks.
    private var motion: (position: GroundPoint, altitudeMeters: Double, speed: Double) {
        let sinceStep = milliseconds % Tick.milliseconds
        guard sinceStep > 0 else { return (drive.position, drive.altitudeMeters, drive.speed) }
        var later = drive
        later.advance(ticks: 1)
        let fraction = Double(sinceStep) / Double(Tick.milliseconds)
        let next =
            later.plane == drive.plane
            ? later.position : drive.plane.point(of: later.plane.coordinate(of: later.position))
        return (
            drive.position.interpolated(to: next, fraction: fraction),
            drive.altitudeMeters + fraction * (later.altitudeMeters - drive.altitudeMeters),
            drive.speed + fraction * (later.speed - drive.speed)
        )
    }

    private mutating func solution(
        for motion: (position: GroundPoint, altitudeMeters: Double, speed: Double),
        at place: Coordinate,
        after elapsed: Duration
    ) -> SimulatedEpoch.Solution? {
        let shade = scenario.shades.first { $0.scope.contains(place, at: elapsed) }
        guard let settled = (shade?.sky ?? drive.leg.sky).dilution else {
            let delay = Duration.milliseconds(2000 + Int(4000 * acquisitionGenerator.unit()))
            reacquired = milliseconds / Tick.milliseconds * Tick.milliseconds + Self.milliseconds(in: delay)
            dilution = Self.firstDilution
            return nil
        }
        guard milliseconds >= max(coldStartEnd, reacquired) else { return nil }

        // Satellites come and go: the dilution varies by a tenth.
        let wobble = 1 + 0.1 * dilutionGenerator.normal()
        dilution += (settled * max(0.7, wobble) - dilution) * settling
        let (displacement, echoDilution) = echo(at: place, after: elapsed)
        let reported = max(dilution, echoDilution ?? 0)
        let speedDeviation = traits.noise.speedDeviation
        let speed = abs(motion.speed + speedDeviation * velocityGenerator.normal())
        let courseNoise = (speedDeviation / max(speed, Self.slowestWithCourse)).inDegrees
        let course = drive.headingDegrees + courseNoise * velocityGenerator.normal()
        return SimulatedEpoch.Solution(
            coordinate: drive.plane.coordinate(
                of: GroundPoint(
                    eastMeters: motion.position.eastMeters + dilution * noise.error.x
                        + displacement.eastMeters,
                    northMeters: motion.position.northMeters + dilution * noise.error.y
                        + displacement.northMeters
                )
            ),
            altitudeMeters: motion.altitudeMeters + dilution * noise.error.z,
            speedMetersPerSecond: speed,
            courseDegrees: speed < Self.slowestWithCourse ? nil : Self.normalized(course),
            horizontalDilution: reported,
            satellitesUsed: traits.satellites(at: reported),
            rangeDeviationMeters: traits.noise.horizontalDeviation,
            verticalDeviationMeters: reported * traits.noise.verticalDeviation
        )
    }

    /// Returns the displacement by multipath now, and the dilution it causes.
    private func echo(at place: Coordinate, after elapsed: Duration) -> (by: GroundPoint, dilution: Double?) {
        let timeInLeg = drive.timeInLeg + .milliseconds(milliseconds % Tick.milliseconds)
        let jump =
            drive.leg.echoes.first { $0.scope.contains(place, at: timeInLeg) }
            ?? scenario.jumps.first { $0.scope.contains(place, at: elapsed) }
        return (jump?.displacement ?? GroundPoint(eastMeters: 0, northMeters: 0), jump?.dilution)
    }

    /// Returns the milliseconds of a duration, rounded to whole ticks.
    private static func milliseconds(in duration: Duration) -> Int {
        Tick.count(in: duration) * Tick.milliseconds
    }

    private static func normalized(_ degrees: Double) -> Double {
        degrees - 360 * (degrees / 360).rounded(.down)
    }
}
