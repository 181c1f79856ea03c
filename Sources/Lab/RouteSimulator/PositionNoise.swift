import Glibc
import LocationModel

/// The position error of a receiver over time: on each axis a sum of first-order Gauss-Markov processes.
///
/// The error of a receiver wanders rather than jumps: most of it persists for minutes, because the ionosphere, the
/// orbit errors and multipath change slowly. docs/simulator.md gives the sources of the figures.
struct PositionNoise {
    /// The error east, north and up at a dilution of 1, in metres.
    private(set) var error: SIMD3<Double> = .zero

    private let model: NoiseModel
    private var states: [SIMD3<Double>]
    private let persistence: [Double]
    private var generator: SeededGenerator

    /// Creates errors at an interval of `seconds`, with a typical error from the start.
    init(_ model: NoiseModel, every seconds: Double, using generator: SeededGenerator) {
        self.model = model
        self.generator = generator
        persistence = model.components.map { exp(-seconds / $0.correlation.inSeconds) }
        states = []
        for component in model.components { states.append(draw() * component.deviationMeters) }
        error = states.reduce(.zero, +)
    }

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
