import Glibc
import LocationModel

/// The motion of a vehicle that follows a route as a person would drive it.
///
/// It accelerates and brakes at limited rates, slows down for corners, and looks ahead far enough to do so.
struct Drive {
    /// The acceleration in metres per second squared, typical of town traffic.
    private static let acceleration = 1.6

    private static let braking = 2.0

    private static let sidewaysAcceleration = 2.0

    /// The distance before a corner at which the turn begins, in metres.
    private static let cornerCut = 10.0

    /// The speed over the last centimetres before a halt, in metres per second.
    private static let crawl = 0.25

    private struct Piece {
        var leg: Route.Leg
        var length: Double
        var heading: Double
        var endSpeed: Double
        var haltTicks: Int
    }

    private let pieces: [Piece]
    private var index = 0
    private var travelled = 0.0
    private var ticksInLeg = 0
    private var haltTicksLeft: Int?

    /// The speed in metres per second.
    private(set) var speed = 0.0

    /// Creates a drive along `route`, which must have a leg.
    ///
    /// `generator` decides about the traffic lights.
    init(along route: Route, using generator: inout SeededGenerator) {
        precondition(!route.legs.isEmpty, "a route without legs")
        var pieces: [Piece] = []
        for leg in route.legs {
            let length = leg.origin.distanceMeters(to: leg.destination)
            let east = leg.destination.eastMeters - leg.origin.eastMeters
            let north = leg.destination.northMeters - leg.origin.northMeters
            pieces.append(
                Piece(
                    leg: leg,
                    length: length,
                    heading: length > 0 ? atan2(east, north) : pieces.last?.heading ?? 0,
                    endSpeed: 0,
                    haltTicks: Self.haltTicks(at: leg.halt, using: &generator)
                )
            )
        }
        for index in pieces.indices.dropLast().reversed() where pieces[index].haltTicks == 0 {
            let next = pieces[index + 1]
            pieces[index].endSpeed = min(
                pieces[index].leg.speedLimit,
                next.leg.speedLimit,
                Self.cornerSpeed(turning: next.heading - pieces[index].heading),
                (next.endSpeed * next.endSpeed + 2 * Self.braking * next.length).squareRoot()
            )
        }
        self.pieces = pieces
    }

    /// Whether the end of the route is reached and the last halt is over.
    var isFinished: Bool { index == pieces.count }

    /// The current leg; during a halt, the leg that ends there.
    var leg: Route.Leg { current.leg }

    /// The time since the current leg began.
    var timeInLeg: Duration { .milliseconds(ticksInLeg * 1000 / Tick.perSecond) }

    /// The heading of the vehicle in degrees clockwise from north, in `0..<360`.
    var headingDegrees: Double {
        let degrees = current.heading.inDegrees
        return degrees < 0 ? degrees + 360 : degrees
    }

    var plane: GroundPlane { current.leg.plane }

    var position: GroundPoint {
        let piece = current
        return piece.leg.origin.interpolated(to: piece.leg.destination, fraction: fraction)
    }

    /// The altitude above mean sea level in metres.
    var altitudeMeters: Double {
        let leg = current.leg
        return leg.startAltitudeMeters + fraction * (leg.altitudeMeters - leg.startAltitudeMeters)
    }

    /// The fraction of the current piece that has been covered.
    private var fraction: Double {
        let length = current.length
        return length > 0 && !isFinished ? travelled / length : 1
    }

    mutating func advance(ticks: Int) {
        var left = ticks
        while left > 0, !isFinished {
            guard let haltTicks = haltTicksLeft else {
                step()
                left -= 1
                continue
            }
            let stood = min(left, haltTicks)
            left -= stood
            ticksInLeg += stood
            haltTicksLeft = haltTicks - stood
            if stood == haltTicks { beginNextPiece(travelled: 0) }
        }
    }

    private var current: Piece { pieces[min(index, pieces.count - 1)] }

    private mutating func step() {
        let piece = pieces[index]
        let remaining = piece.length - travelled
        // The vehicle must still be able to brake after this step, not only before it.
        let afterwards = max(0, remaining - speed * Tick.seconds)
        let brakeable = (piece.endSpeed * piece.endSpeed + 2 * Self.braking * afterwards).squareRoot()
        speed = min(speed + Self.acceleration * Tick.seconds, piece.leg.speedLimit, brakeable)
        let distance = max(speed, Self.crawl) * Tick.seconds
        ticksInLeg += 1
        if distance < remaining {
            travelled += distance
        } else if piece.haltTicks > 0 {
            travelled = piece.length
            speed = 0
            haltTicksLeft = piece.haltTicks
        } else {
            beginNextPiece(travelled: distance - remaining)
        }
    }

    private mutating func beginNextPiece(travelled: Double) {
        index += 1
        if isFinished || !pieces[index].leg.isContinuation { ticksInLeg = 0 }
        haltTicksLeft = nil
        self.travelled = isFinished ? 0 : min(travelled, pieces[index].length)
        if isFinished { speed = 0 }
    }

    private static func haltTicks(at halt: Route.Halt, using generator: inout SeededGenerator) -> Int {
        switch halt {
        case .none: return 0
        case .stand(let duration): return Tick.count(in: duration)
        case .trafficLight:
            // Both numbers are always drawn, so that the colour of one light does not affect the next.
            let isRed = generator.unit() < 0.5
            let seconds = 5 + 55 * generator.unit()
            return isRed ? Tick.count(in: .milliseconds(Int(seconds * 1000))) : 0
        }
    }

    /// Returns the speed through a corner in metres per second, rounded as far as the width of the road allows.
    private static func cornerSpeed(turning angle: Double) -> Double {
        let half = abs(angle.remainder(dividingBy: 2 * .pi)) / 2
        guard half > 0.05 else { return .infinity }
        return (sidewaysAcceleration * cornerCut * cos(half) / sin(half)).squareRoot()
    }
}
