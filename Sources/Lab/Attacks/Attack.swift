import Glibc
package import LocationModel

/// A report of a receiver, and when it arrived.
package struct ObservedEpoch: Hashable, Sendable {
    package var epoch: Epoch
    package var observedAt: MonotonicInstant

    package init(_ epoch: Epoch, observedAt: MonotonicInstant) {
        self.epoch = epoch
        self.observedAt = observedAt
    }
}

/// A change that an attacker, or a fault, makes to the reports of an honest receiver.
package struct Attack: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The position is off by this many metres, all at once.
        case jump

        /// The position glides away at this many metres per second; speed and course remain the machine's.
        case pull

        /// The same, with speed and course as if the machine went there.
        case matchedPull = "matched-pull"

        /// The reports come this many seconds late.
        case delay

        /// The receiver's time is off by this many seconds.
        case timeStep = "time-step"

        /// The signals are weaker by this many decibels: positions scatter, and half of them are lost.
        case jamming

        /// All signals come from one antenna, within this many decibels, and pull the position away with
        /// speed and course.
        case equalSignals = "equal-signals"

        package var unit: String {
            switch self {
            case .jump: "m"
            case .pull, .matchedPull: "m/s"
            case .delay, .timeStep: "s"
            case .jamming, .equalSignals: "dB"
            }
        }
    }

    package var kind: Kind
    package var size: Double

    /// The time from the first report to the attack, and its length.
    package var begin: Duration
    package var length: Duration
    package var seed: UInt64

    package init(_ kind: Kind, _ size: Double, after begin: Duration, for length: Duration, seed: UInt64) {
        self.kind = kind
        self.size = size
        self.begin = begin
        self.length = length
        self.seed = seed
    }

    /// The distance to which a position is pulled, and the speed at which equal signals pull it.
    private static let longestPullMeters = 5000.0
    private static let equalSignalsPull = 3.0

    /// Returns an honest receiver's reports under the attack.
    package func applied(to honest: [ObservedEpoch]) -> [ObservedEpoch] {
        guard let start = honest.first.map({ $0.observedAt + begin }) else { return [] }
        var dice = SeededGenerator(seed: seed)
        let bearing = Double(dice.next() >> 11) * 0x1p-53 * 2 * Double.pi
        let direction = (east: sin(bearing), north: cos(bearing))
        var attacked: [ObservedEpoch] = []
        attacked.reserveCapacity(honest.count)
        for report in honest {
            let elapsed = start.duration(to: report.observedAt)
            guard elapsed >= .zero, elapsed < length, case .fix(var fix) = report.epoch else {
                attacked.append(report)
                continue
            }
            var report = report
            change(&fix, after: elapsed.inSeconds, direction, &dice)
            report.epoch = .fix(fix)
            if kind == .jamming, dice.next() & 1 == 0 {
                report.epoch = .noFix(time: fix.time)
            }
            if kind == .delay { report.observedAt = report.observedAt + .seconds(size) }
            attacked.append(report)
        }
        // Reports that come late are not overtaken: the attacker ends them with the attack.
        guard kind == .delay else { return attacked }
        var latest = MonotonicInstant.systemEpoch
        return attacked.filter { report in
            guard report.observedAt > latest else { return false }
            latest = report.observedAt
            return true
        }
    }

    private func change(
        _ fix: inout Fix,
        after seconds: Double,
        _ direction: (east: Double, north: Double),
        _ dice: inout SeededGenerator
    ) {
        switch kind {
        case .jump: fix.displace(size, direction)
        case .pull: fix.displace(min(size * seconds, Self.longestPullMeters), direction)
        case .matchedPull: fix.pull(size, seconds, upTo: Self.longestPullMeters, direction)
        case .delay: break
        case .timeStep:
            fix.time = fix.time.map { $0.advanced(by: .seconds(size)) }
        case .jamming:
            fix.displace(20 * dice.normal(), direction)
            fix.displace(20 * dice.normal(), (direction.north, -direction.east))
            fix.weaken(by: size)
        case .equalSignals:
            fix.pull(Self.equalSignalsPull, seconds, upTo: Self.longestPullMeters, direction)
            var signs = fix.signs ?? ReceptionSigns()
            let count = max(signs.signals?.count ?? 10, fix.satellitesUsed ?? 0)
            signs.signals = SignalStrengths(count: count, meanDecibels: 45, spreadDecibels: size)
            fix.signs = signs
        }
    }
}

extension Fix {
    fileprivate mutating func displace(_ meters: Double, _ direction: (east: Double, north: Double)) {
        coordinate = coordinate.offset(
            eastMeters: meters * direction.east,
            northMeters: meters * direction.north
        )
    }

    /// Displaces the fix as if the machine had gone on at another velocity, which is added to its own.
    fileprivate mutating func pull(
        _ speed: Double,
        _ seconds: Double,
        upTo limit: Double,
        _ direction: (east: Double, north: Double)
    ) {
        displace(min(speed * seconds, limit), direction)
        guard speed * seconds < limit, let stated = speedMetersPerSecond else { return }
        let course = (courseDegrees ?? 0).inRadians
        let east = stated * sin(course) + speed * direction.east
        let north = stated * cos(course) + speed * direction.north
        speedMetersPerSecond = (east * east + north * north).squareRoot()
        let degrees = atan2(east, north).inDegrees
        courseDegrees = degrees < 0 ? degrees + 360 : degrees
    }

    fileprivate mutating func weaken(by decibels: Double) {
        var signs = signs ?? ReceptionSigns()
        signs.jamming = 230
        if var signals = signs.signals {
            signals.meanDecibels = max(0, signals.meanDecibels - decibels)
            signs.signals = signals
        }
        self.signs = signs
        satellitesUsed = satellitesUsed.map { max(4, $0 - 3) }
    }
}
