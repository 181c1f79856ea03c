import LocationModel
import RouteSimulator
import UserInput

/// A one-line description of a drive.
struct ScenarioSummary {
    /// The time of a drive that is gone through at most: one may halt for a year at each place.
    private static let longest: Duration = .seconds(7 * 86_400)

    let text: String

    init(_ scenario: Scenario) {
        // The lowest rate keeps this fast even for a whole day.
        guard let rate = EpochRate(hertz: 0.2) else { preconditionFailure("a rate that there is") }
        var meters = 0.0
        var last: SimulatedEpoch?
        var isCut = false
        for epoch in scenario.epochs(at: rate) {
            isCut = scenario.start.duration(to: epoch.time) > Self.longest
            if isCut { break }
            meters += last.map { $0.trueCoordinate.distanceMeters(to: epoch.trueCoordinate) } ?? 0
            last = epoch
        }
        let seconds = last.map { scenario.start.duration(to: $0.time).inSeconds } ?? 0
        let kilometers = (meters / 10).rounded() / 100
        text =
            "\(scenario.name.harmless): "
            + (scenario.summary.isEmpty ? "" : "\(scenario.summary.harmless); ")
            + (isCut ? "at least \(kilometers) km, in more than " : "\(kilometers) km in ")
            + "\(spoken(seconds: seconds)), from \(scenario.start)"
    }
}
