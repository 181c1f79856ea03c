import CommandLineTool
import Lab
import LocationModel
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let walk = Command(
        name: "walk",
        summary: "move the location of a service that simulates along a route",
        operands: "[ROUTE]...",
        options: [
            .init("socket", letter: "s", value: .path("PATH"), "the service's socket"),
            .init("to", value: .text("PLACE"), "from the simulated location straight to PLACE"),
            .init("speed", value: .text("realtime|N"), "the speed; default realtime, at most 1000"),
        ] + routeOptions,
        details: """
            The service must have been started with --simulated, which 'waymarkctl simulate set' needs, too. ROUTE is
            that of 'simulate', and the location has the errors of a receiver. After the walk the service stays
            at its end. The walk ends with status 0 at a signal, and with 1 if somebody sets another location.

            The socket is that of --socket, by default that of the environment variable
            \(ServiceAddress.environmentVariable), by default \(ServiceAddress.defaultPath).
            """
    ) { invocation in
        let form = "realtime, or a number from 1 to 1000"
        let pace = try invocation.line.value(of: "speed", form) { walkingPace($0) } ?? .realTime
        let path = ServiceAddress.path(invocation.line.value(of: "socket"))
        var scenario = try RouteOperand(invocation, operands: try walkingRoute(invocation, path)).scenario()
        try invocation.line.change(&scenario)
        let waiter = try EventWaiter()
        let interval = scenario.receiver.rate.interval
        let progress = Progress(besideResults: false)
        let count = progress.isPossible ? scenario.epochs().reduce(0) { count, _ in count + 1 } : 0
        let length = interval * count
        let beginning = ContinuousClock.now
        var elapsed: Duration = .zero
        var revision: Int?
        for epoch in scenario.epochs() {
            let due = beginning + pace.wait(for: elapsed)
            repeat {
                guard try waiter.wait(for: [], until: due) else { return }
            } while ContinuousClock.now < due
            let step = SimulationInterface.Simulate(
                location: epoch.solution.map { .init($0) },
                elapsedSeconds: revision == nil ? nil : interval.inSeconds,
                after: revision
            )
            revision = try call(step, path).revision
            elapsed += interval
            progress.report(elapsed / length, at: epoch.time)
        }
    }

    /// Reads a speed that the calls to the service can keep up with; `nil` for another.
    private static func walkingPace(_ text: String) -> PlaybackPace? {
        switch PlaybackPace(text) {
        case .realTime: .realTime
        case .times(let factor) where factor <= 1000: .times(factor)
        default: nil
        }
    }

    /// Returns the operands of the route; with `--to`, from the present location to that place.
    private static func walkingRoute(_ invocation: Invocation, _ path: String) throws(Failure) -> [String] {
        guard let destination = invocation.line.value(of: "to") else { return invocation.operands }
        if let operand = invocation.operands.first {
            throw .usage("unexpected operand '\(operand)'")
        }
        guard let from = try call(SimulationInterface.GetSimulation(), path).location else {
            throw .refused(
                "no location is simulated from which to go; begin with 'waymarkctl simulate set PLACE'"
            )
        }
        return [
            "\(from.latitudeDegrees.text(places: 6)),\(from.longitudeDegrees.text(places: 6))", destination,
        ]
    }

    private static func call<Method: MethodParameters>(
        _ method: Method,
        _ path: String
    ) throws(Failure) -> Method.Reply {
        do throws(ClientError) {
            return try ServiceConnection(to: path).call(method).value
        } catch {
            switch error {
            case .refused(.notSimulated, _):
                throw .refused(
                    "this service has real receivers; start one of your own with 'waymarkd --simulated --socket PATH "
                        + "--state DIR', and name its socket with --socket"
                )
            case .refused(.superseded, _):
                throw .refused("the walk ended, because another location was set or simulating was stopped")
            case .cannotConnect(let path, let reason):
                throw .unreachable(
                    "cannot connect to \(path): \(reason); start a service with 'waymarkd --simulated', or name its socket "
                        + "with --socket"
                )
            case .notPermitted, .disconnected, .closedUnanswered, .timedOut: throw .unreachable("\(error)")
            default: throw .refused("\(error)".harmless)
            }
        }
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
}
