import LinuxSystem
import LocationModel
import RouteSimulator
import UserInput
import Waymark
import WaymarkInterfaces

/// Runs `waymarkctl simulate set|walk|show|stop`: sets the location of a service that was started with `--simulated`.
struct SimulatedService {
    /// What to do with the service, by the first operand.
    enum Action: String {
        case set
        case walk
        case show
        case stop
    }

    private typealias Simulate = SimulationInterface.Simulate

    private let action: Action
    private let operands: [String]
    private let invocation: Invocation

    /// Creates the command; `nil` if the first operand is a route.
    init?(_ invocation: Invocation) {
        guard let action = invocation.operands.first.flatMap(Action.init) else { return nil }
        self.action = action
        self.invocation = invocation
        operands = Array(invocation.operands.dropFirst())
    }

    func run() throws(Failure) {
        switch action {
        case .set: try set()
        case .walk: try walk()
        case .show:
            try refuseOperands()
            try show()
        case .stop:
            try refuseOperands()
            _ = try invocation.service.call(Simulate())
            try show()
        }
    }

    private func refuseOperands() throws(Failure) {
        if let operand = operands.first { throw .usage("\(OptionError.operandUnexpected(operand))") }
    }

    private func set() throws(Failure) {
        guard operands.count == 1, let place = PlaceText(operands[0]) else {
            throw .usage("'simulate set' takes one place: \(PlaceText.form)")
        }
        let location = SimulationInterface.SimulatedLocation(
            latitudeDegrees: place.latitudeDegrees,
            longitudeDegrees: place.longitudeDegrees,
            horizontalAccuracyMeters: invocation.line.decimal(of: "accuracy"),
            altitudeMeters: place.altitudeMeters
        )
        _ = try invocation.service.call(Simulate(location: location))
        try show()
    }

    private func show() throws(Failure) {
        try invocation.show(SimulationInterface.GetSimulation()) { (reply) throws(Failure) in
            guard let location = reply.location else {
                return try invocation.output.line("no location is simulated")
            }
            let age = reply.ageSeconds.map { ", for \(spoken(seconds: $0))" } ?? ""
            try invocation.output.line("\(location.line)\(age)")
        }
    }

    // MARK: Walking

    private func walk() throws(Failure) {
        let form = "realtime, or a number from 1 to 1000"
        let pace = try invocation.line.value(of: "speed", form) { Self.pace($0) } ?? .realTime
        var scenario = try RouteOperand(invocation, operands: try route()).scenario()
        try ReceiverOptions(invocation.line).apply(to: &scenario)
        let patience = try Patience()
        let interval = scenario.receiver.rate.interval
        let progress = Progress(besideResults: false, isSlow: true, invocation.output)
        let count = progress.isPossible ? scenario.epochs().reduce(0) { count, _ in count + 1 } : 0
        let length = interval * count
        let beginning = ContinuousClock.now
        var elapsed: Duration = .zero
        var revision: Int?
        for epoch in scenario.epochs() {
            let due = beginning + pace.wait(for: elapsed)
            repeat {
                guard try patience.wait(for: [], until: due) else { return }
            } while ContinuousClock.now < due
            let call = Simulate(
                location: epoch.solution.map { .init($0) },
                elapsedSeconds: revision == nil ? nil : interval.inSeconds,
                after: revision
            )
            revision = try invocation.service.call(call).value.revision
            elapsed += interval
            progress.report(elapsed / length, at: epoch.time)
        }
    }

    /// Reads a speed that the calls to the service can keep up with; `nil` for another.
    private static func pace(_ text: String) -> PlaybackPace? {
        switch PlaybackPace(text) {
        case .realTime: .realTime
        case .times(let factor) where factor <= 1000: .times(factor)
        default: nil
        }
    }

    /// Returns the operands of the route; with `--to`, from the present location to that place.
    private func route() throws(Failure) -> [String] {
        guard let destination = invocation.line.value(of: "to") else { return operands }
        try refuseOperands()
        guard let from = try invocation.service.call(SimulationInterface.GetSimulation()).value.location
        else {
            throw .refused("no location is simulated from which to go; begin with 'simulate set PLACE'")
        }
        return [from.place, destination]
    }
}

extension SimulationInterface.SimulatedLocation {
    fileprivate init(_ solution: SimulatedEpoch.Solution) {
        self.init(
            latitudeDegrees: solution.coordinate.latitudeDegrees,
            longitudeDegrees: solution.coordinate.longitudeDegrees,
            // The radius that holds 68 % of a normal distribution in two dimensions.
            horizontalAccuracyMeters: 1.51 * solution.horizontalDeviationMeters,
            altitudeMeters: solution.altitudeMeters,
            speedMetersPerSecond: solution.speedMetersPerSecond,
            courseDegrees: solution.courseDegrees
        )
    }

    /// The place as it is written on the command line.
    fileprivate var place: String {
        func degrees(_ value: Double) -> String {
            String(room: OutputSpan.roomForNumber) { $0.append(value, places: 6) }
        }
        return "\(degrees(latitudeDegrees)),\(degrees(longitudeDegrees))"
    }

    /// The location on one line.
    fileprivate var line: String {
        let radius = horizontalAccuracyMeters.map { "  within \(Int(clamping: $0.rounded(.up))) m" } ?? ""
        return "simulated: \(place)\(radius)"
    }
}
