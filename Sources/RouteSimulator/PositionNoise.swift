import CMath

/// How far a receiver is off, one step after the other: two first-order Gauss-Markov processes an axis.
///
/// Errors of a receiver wander rather than jump: most of the error persists for minutes, because the
/// ionosphere, the orbits and the echoes change slowly. docs/simulator.md says where the numbers are from.
struct PositionNoise {
    /// Metres of standard deviation on one horizontal axis at a dilution of 1, and how long an error lasts.
    private struct Component {
        let deviation: Double
        let correlationSeconds: Double
    }

    private static let components = [
        Component(deviation: 2.2, correlationSeconds: 120),
        Component(deviation: 0.9, correlationSeconds: 1800),
    ]

    /// How much worse the height is: all satellites are above.
    private static let verticalFactor = 2.0

    /// Metres of standard deviation on one horizontal axis at a dilution of 1.
    static let horizontalDeviation =
        components.reduce(0) { $0 + $1.deviation * $1.deviation }.squareRoot()

    /// Metres of standard deviation of the height at a dilution of 1.
    static let verticalDeviation = horizontalDeviation * verticalFactor

    /// Metres east, north and up, at a dilution of 1.
    private(set) var error: SIMD3<Double> = .zero

    private var states: [SIMD3<Double>]
    private let persistence: [Double]
    private var generator: SeededGenerator

    /// Creates errors to be drawn every `seconds`, which are typical from the first one on.
    init(every seconds: Double, using generator: SeededGenerator) {
        self.generator = generator
        persistence = Self.components.map { cmath_exp(-seconds / $0.correlationSeconds) }
        states = []
        for component in Self.components { states.append(draw() * component.deviation) }
        error = states.reduce(.zero, +)
    }

    /// Goes to the next step.
    mutating func advance() {
        for (index, component) in Self.components.enumerated() {
            let kept = persistence[index]
            let drawn = draw() * (component.deviation * (1 - kept * kept).squareRoot())
            states[index] = states[index] * kept + drawn
        }
        error = states.reduce(.zero, +)
    }

    private mutating func draw() -> SIMD3<Double> {
        SIMD3(generator.normal(), generator.normal(), generator.normal() * Self.verticalFactor)
    }
}
