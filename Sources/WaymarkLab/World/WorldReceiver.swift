import Lab
import LinuxSystem
import LocationModel

/// A receiver with NMEA sentences on a local socket, on a machine that drives about and rests.
final class WorldReceiver {
    private unowned let world: World
    private let listener: SimulatedListener?
    private var streams: [SimulatedStream] = []
    private var random: SeededGenerator
    private var trouble = Trouble.none
    private var error = 0.0

    /// The time since which it has told the truth without a gap.
    private(set) var soundSince: ContinuousClock.Instant?

    /// 2026-01-01 in UTC, in nanoseconds.
    private static let epoch: Int64 = 1_767_225_600_000_000_000

    private enum Trouble { case none, noSky, silent, repeated, elsewhere, garbled }

    init(_ world: World, path: String, number: Int) {
        self.world = world
        listener = try? world.kernel.listen(at: path)
        random = world.newProcess("receiver \(number)").1
        soundSince = world.kernel.now
    }

    func begin() {
        world.after(.seconds(2)) { [self] in
            tell()
            begin()
        }
    }

    func pump() -> Bool {
        guard let stream = listener?.acceptNext() else { return false }
        streams.append(stream)
        return true
    }

    func misbehave(_ number: Int) {
        soundSince = nil
        let troubles: [Trouble] = [.noSky, .silent, .repeated, .elsewhere, .garbled]
        trouble = troubles[number % troubles.count]
        world.after(.seconds(number % 600 + 5)) { [self] in recover() }
    }

    func recover() {
        if trouble != .none { soundSince = world.kernel.now }
        trouble = .none
    }

    private func tell() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        streams.removeAll { stream in (try? stream.receive(into: &buffer)) == .end }
        guard !streams.isEmpty, trouble != .silent else { return }
        let bytes = sentences()
        for stream in streams { _ = try? stream.send(bytes, from: 0) }
    }

    /// Returns the machine's place: 30 min at one end of a street of 12 km, 30 min on the way, and so on.
    ///
    /// At night it rests.
    private func position() -> (latitude: Double, longitude: Double, speed: Double, course: Double) {
        let seconds = world.elapsed.inSeconds.truncatingRemainder(dividingBy: 7200)
        let part: Double =
            switch seconds {
            case _ where world.isNight: 0
            case ..<1800: 0
            case ..<3600: (seconds - 1800) / 1800
            case ..<5400: 1
            default: (7200 - seconds) / 1800
            }
        let moves = part > 0 && part < 1
        return (48 + part * 0.108, 7.8, moves ? 12.0 / 1.8 : 0, seconds < 5400 ? 0 : 180)
    }

    private func sentences() -> [UInt8] {
        var (latitude, longitude, speed, course) = position()
        switch trouble {
        case .elsewhere: latitude += 0.8
        case .repeated: (latitude, longitude, speed, course) = (48, 7.8, 0, 0)
        case .none, .noSky, .silent, .garbled: break
        }
        // An error that changes slowly, of some metres.
        error = error * 0.98 + Double.random(in: -1...1, using: &random) * 0.6
        latitude += error / 111_000
        guard let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else {
            return []
        }
        var epoch = SimulatedEpoch(
            // The satellites' time, whatever the machine's clock says.
            time: UTCInstant(nanosecondsSince1970: Self.epoch + world.elapsed.wholeNanoseconds),
            coordinate: place,
            speedMetersPerSecond: speed,
            courseDegrees: course
        )
        if trouble == .noSky { epoch.solution = nil }
        var bytes: [UInt8] = []
        NMEAWriter([.rmc, .gga]).write(epoch, to: &bytes)
        // The beginning of each sentence is missing.
        guard trouble == .garbled else { return bytes }
        return bytes.split(separator: UInt8(ascii: "\n"))
            .flatMap { $0.dropFirst(Int(error.magnitude * 10) % 20 + 1) + [UInt8(ascii: "\n")] }
    }
}
