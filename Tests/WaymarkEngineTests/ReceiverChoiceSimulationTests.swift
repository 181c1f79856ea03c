import Lab
import LocationModel
import Testing
import WaymarkEngine

@Suite("Over two simulated hours, of two receivers at rest side by side,")
struct ReceiverChoiceSimulationTests {
    private struct Outcome {
        var switches = 0
        var naiveSwitches = 0
        var squaredError = 0.0
        var epochs = 0
        var changes = 0

        var rootMeanSquare: Double { (squaredError / Double(max(epochs, 1))).squareRoot() }
    }

    @Test(
        "the better one is followed, without taking turns",
        arguments: [(3.0, 3.0), (3, 2), (3, 1), (10, 2), (20, 0.5)]
    )
    func pairs(first: Double, second: Double) throws {
        let outcome = try simulate(first, second)
        print(
            "\(first) m and \(second) m: \(outcome.switches) switches, \(outcome.naiveSwitches) by the smaller stated "
                + "error, off by \((outcome.rootMeanSquare * 100).rounded() / 100) m"
        )
        #expect(outcome.switches <= 20)
        #expect(outcome.switches * 20 <= outcome.naiveSwitches || outcome.switches <= 2)
        #expect(outcome.changes == 0, "a switch is no movement")
        // The error of one axis is drawn with the stated radius over the square root of two.
        #expect(outcome.rootMeanSquare <= max(first, second) * 1.3)
        if second < first / 2 { #expect(outcome.rootMeanSquare < first * 0.5) }
    }

    private func simulate(_ first: Double, _ second: Double) throws -> Outcome {
        var (scenario, widget) = try Scenario.searching(receiverNames: ["first", "second"])
        var receivers = [
            WanderingReceiver(meters: first, seed: 1), WanderingReceiver(meters: second, seed: 2),
        ]
        var outcome = Outcome()
        var naive: Int?
        for second in 0..<7200 {
            for index in receivers.indices {
                receivers[index].advance()
                let (east, stated) = (receivers[index].eastMeters, receivers[index].statedMeters)
                scenario.fix(eastMeters: east, accuracyMeters: stated, from: index)
            }
            let smaller = receivers[0].statedMeters <= receivers[1].statedMeters ? 0 : 1
            if let naive, naive != smaller { outcome.naiveSwitches += 1 }
            naive = smaller
            for decision in scenario.decisions {
                if case .position(.followed(let change, _, _)) = decision, change.reason != .first {
                    outcome.switches += 1
                }
                if case .position(.significantChange(_?, _)) = decision { outcome.changes += 1 }
            }
            scenario.forget()
            if second > 60, let fix = scenario.engine.location(for: widget).fix {
                let error = Coordinate.home.distanceMeters(to: fix.coordinate)
                outcome.squaredError += error * error
                outcome.epochs += 1
            }
            scenario.advance(by: .seconds(1))
        }
        return outcome
    }
}

/// A receiver at rest whose error wanders, and whose statement of it wanders by about half.
private struct WanderingReceiver {
    private let meters: Double
    private var random: SeededGenerator
    private var error = 0.0
    private var statement = 0.0

    init(meters: Double, seed: UInt64) {
        self.meters = meters
        random = SeededGenerator(seed: seed)
    }

    var eastMeters: Double { error * meters }

    /// Between half and twice the truth.
    var statedMeters: Double { meters * (statement < 0 ? 1 / (1 - statement / 2) : 1 + statement / 2) }

    /// Goes on by a second: the error fades over a minute, the statement over ten seconds.
    mutating func advance() {
        error = Self.wander(error, fading: 60, &random)
        statement = Self.wander(statement, fading: 10, &random)
    }

    /// A first-order Gauss-Markov process of unit variance.
    private static func wander(
        _ value: Double,
        fading seconds: Double,
        _ random: inout SeededGenerator
    ) -> Double {
        let kept = 1 - 1 / seconds
        return kept * value + (1 - kept * kept).squareRoot() * random.normal()
    }
}
