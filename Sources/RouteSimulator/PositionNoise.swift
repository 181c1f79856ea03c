import CMath
import LocationModel

/// How far a receiver is off, one step after the other: a sum of first-order Gauss-Markov processes an axis.
///
/// Errors of a receiver wander rather than jump: most of the error persists for minutes, because the
/// ionosphere, the orbits and the echoes change slowly. docs/simulator.md says where the numbers are from.
struct PositionNoise {
    /// Metres east, north and up, at a dilution of 1.
    private(set) var error: SIMD3<Double> = .zero

    private let model: NoiseModel
    private var states: [SIMD3<Double>]
    private let persistence: [Double]
    private var generator: SeededGenerator

    /// Creates errors to be drawn every `seconds`, which are typical from the first one on.
    init(_ model: NoiseModel, every seconds: Double, using generator: SeededGenerator) {
        self.model = model
        self.generator = generator
        persistence = model.components.map { cmath_exp(-seconds / $0.correlation.inSeconds) }
        states = []
        for component in model.components { states.append(draw() * component.deviationMeters) }
        error = states.reduce(.zero, +)
    }

    /// Goes to the next step.
    mutating func advance() {
        for (index, component) in model.components.enumerated() {
            let kept = persistence[index]
            let drawn = draw() * (component.deviationMeters * (1 - kept * kept).squareRoot())
            states[index] = states[index] * kept + drawn
        }
        error = states.reduce(.zero, +)
    }

    private mutating func draw() -> SIMD3<Double> {
        SIMD3(generator.normal(), generator.normal(), generator.normal() * model.verticalFactor)
    }
}
